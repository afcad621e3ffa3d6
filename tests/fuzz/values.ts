/** Hostile and half-right values, from a seed, for the fuzzed calls. */
import * as fc from 'fast-check';

/** Words with white space between them. */
export const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** Texts that often break programs, without white space. */
const NASTY_WORDS = splitWords(String.raw`
null undefined NaN true -1 1e999 0x10 [] {} __proto__ constructor toString $1 % %00 %ff %s%s%n \ \u0000 " ${'`'} ${'$'}{7*7}
{{7*7}} ../../etc/passwd ..%2f..%2f file:///etc/passwd http://169.254.169.254/ <script>alert(1)</script> <!-- ]]> a@b.co a@b @
2026-02-30T25:61:00Z infinity -infinity epoch now (,) {1,2 {{1},{2}} \x00 \xzz`);
/** Texts that hold white space, control characters or halves of pairs, or are long. */
const NASTY_TEXTS = [
  ['', ' ', '\0', 'a\0b', '\u0001', '\t', '\n', '\r\n', '\u00a0', '\u200b', '\u202e', '\ufeff', '\ud800'],
  ['\udc00\ud800', '💥'.repeat(50), 'é'.normalize('NFD'), '[object Object]', "' or 1=1 --", '\u001b[31m'],
  ["'; drop table users; --", 'A'.repeat(300), 'x'.repeat(6000), '9'.repeat(400)],
  NASTY_WORDS,
].flat();

/** One of some arbitraries, each with its weight. */
export const mixed = <T extends readonly (readonly [number, fc.Arbitrary<unknown>])[]>(
  ...parts: T
): fc.Arbitrary<T[number][1] extends fc.Arbitrary<infer V> ? V : never> =>
  fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary }))) as never;

/** Any UTF-16 units, halves of pairs among them. (fast-check's own `binary` unit takes seconds to set up.) */
const anyText = fc
  .array(mixed([3, fc.integer({ min: 0, max: 0xff })], [1, fc.integer({ min: 0, max: 0xffff })]), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units));

export const nastyText: fc.Arbitrary<string> = mixed([5, fc.constantFrom(...NASTY_TEXTS)], [3, anyText]);

/** Numbers that are too large, too small, or none. JSON has no NaN; it comes as null. */
const nastyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 0.1, 1e308, -1e308, 5e-324, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e21),
  fc.integer(),
  fc.double(),
);

/** Any JSON value, hostile and small. */
export const nastyValue: fc.Arbitrary<unknown> = mixed(
  [6, nastyText],
  [3, nastyNumber],
  [2, fc.constantFrom(null, true, false, [], {}, [[]], [null], { toString: null }, { length: -1 }, [[['C4']]])],
  [1, fc.jsonValue({ maxDepth: 3 })],
  [1, fc.array(nastyText, { maxLength: 12 })],
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
  const elsewhere = [
    known.audioUrl.replace(/[^/]+$/, 'gone.wav'),
    'https://example.com/storage/v1/object/public/audio/x.wav',
  ];
  const pools: [RegExp, readonly unknown[]][] = [
    [/owner|secret/i, [known.owner, 'f'.repeat(32), '0'.repeat(64)]],
    [/share_?id/i, [known.shareId, 'AbCdEf12', 'zzzzzzzz']],
    [/audio|url|path/i, [known.audioUrl, known.audioPath, ...elsewhere, null]],
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
  const one = (name: string) => mixed([4, plausible(name, known)], [3, nastyValue]);
  const model = Object.fromEntries(names.map((name) => [name, one(name)]));
  const some = fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Record<string, unknown>>;
  const more = fc.tuple(some, nastyText, nastyValue).map(([fields, extra, value]) => ({ ...fields, [extra]: value }));
  return mixed([3, fc.record(model)], [2, some], [1, more]) as fc.Arbitrary<Record<string, unknown>>;
}

/** A text as part of a path or query; half of a pair cannot be written at all. */
export const escapePath = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
