/** Hostile and half-right values, from a seed: what a fuzzed call is made of. */
import * as fc from 'fast-check';

/** Texts that often break programs. */
const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001',
  '\t',
  '\n',
  '\r\n',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\udc00\ud800',
  '💥'.repeat(50),
  'é'.normalize('NFD'),
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e999',
  '0x10',
  '[]',
  '{}',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '%',
  '%00',
  '%ff',
  '%s%s%n',
  '\\',
  '\\u0000',
  '"',
  '`',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '..%2f..%2f',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  '<script>alert(1)</script>',
  '<!--',
  ']]>',
  '\u001b[31m',
  'A'.repeat(300),
  'a@b.co',
  'a@b',
  '@',
  'x'.repeat(6000),
  '9'.repeat(400),
  '2026-02-30T25:61:00Z',
  'infinity',
  '-infinity',
  'epoch',
  'now',
  '(,)',
  '{1,2',
  '{{1},{2}}',
  '\\x00',
  '\\xzz',
] as const;

/** Any UTF-16 units, halves of pairs among them. (fast-check's own `binary` unit takes seconds to set up.) */
const anyText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 0xff }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
    ),
    { maxLength: 40 },
  )
  .map((units) => String.fromCharCode(...units));

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 3, arbitrary: anyText },
);

/** Numbers that are too large, too small, or none. JSON has no NaN; it comes as null. */
const nastyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 0.1, 1e308, -1e308, 5e-324, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e21),
  fc.integer(),
  fc.double(),
);

/** Any JSON value, hostile and small. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: nastyText },
  { weight: 3, arbitrary: nastyNumber },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { toString: null }, { length: -1 }, [[['C4']]]),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(nastyText, { maxLength: 12 }) },
);

/** Existing ids and names, for calls that pass the first check. */
export interface Known {
  shareId: string;
  audioUrl: string;
  audioPath: string;
  owner: string;
  recordingId: string;
}

/** A value that a field of this name might really have. */
export function plausible(name: string, known: Known): fc.Arbitrary<unknown> {
  const pools: [RegExp, readonly unknown[]][] = [
    [/owner|secret/i, [known.owner, 'f'.repeat(32), '0'.repeat(64)]],
    [/share_?id/i, [known.shareId, 'AbCdEf12', 'zzzzzzzz']],
    [
      /audio|url|path/i,
      [
        known.audioUrl,
        known.audioPath,
        known.audioUrl.replace(/[^/]+$/, 'gone.wav'),
        'https://example.com/storage/v1/object/public/audio/x.wav',
        null,
      ],
    ],
    [/email/i, ['ada@example.com', 'ADA@EXAMPLE.COM', `${'a'.repeat(64)}@example.com`]],
    [/message|description/i, ['A quiet message of some words.', 'x'.repeat(5000)]],
    [/note|essence/i, [['C4', 'E4', 'G4'], ['C4', 'E4', 'G4', 'A4'], ['Rose'], ['H9']]],
    [/intensity|complexity|persistence/i, [0.5, 0, 1, 2]],
    [/size|count|most|max|hits|seconds|limit/i, [1, 10, 100_000, -5]],
    [/_at$|_before$|created|date|since/i, ['2026-01-01T00:00:00Z', '2026-01-01', null]],
    [/trace|metadata|preorder|share$|profile/i, [{ version: 1 }, {}, []]],
    [/confirm|public|active|is_/i, [true, false, 'true']],
    [/name|title|search/i, ['Rose at Dawn', 'A#', 'é', null]],
    [/id$/i, [known.recordingId, '00000000-0000-4000-8000-000000000000', known.shareId]],
  ];
  const pool = pools.find(([pattern]) => pattern.test(name))?.[1] ?? ['text', 1, true];
  return fc.constantFrom(...pool);
}

/** An object with these fields: some plausible, some hostile, some missing, and some unknown ones. */
export function fieldsOf(names: readonly string[], known: Known): fc.Arbitrary<Record<string, unknown>> {
  const one = (name: string) =>
    fc.oneof({ weight: 4, arbitrary: plausible(name, known) }, { weight: 3, arbitrary: nastyValue });
  const wanted =
    names.length === 0
      ? fc.constant({})
      : fc.record(Object.fromEntries(names.map((name) => [name, one(name)])), { requiredKeys: [] });
  return fc.oneof(
    {
      weight: 3,
      arbitrary:
        names.length === 0 ? fc.constant({}) : fc.record(Object.fromEntries(names.map((name) => [name, one(name)]))),
    },
    { weight: 2, arbitrary: wanted },
    {
      weight: 1,
      arbitrary: fc
        .tuple(wanted, nastyText, nastyValue)
        .map(([fields, extra, value]) => ({ ...fields, [extra]: value })),
    },
  ) as fc.Arbitrary<Record<string, unknown>>;
}

/** A text as part of a path or query; half of a pair cannot be written at all. */
export const escaped = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
