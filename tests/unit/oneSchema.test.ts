import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  readWaitingMessage,
  readWaitingOrder,
  readWaitingSubmission,
} from '#features/community/domain/queuedEntries.ts';
import { MAX_RECORDING_BYTES } from '#shared/common/recordingLimit.ts';
import { MAX_COPY_BYTES } from '#analysis/capture/pcmCopy.ts';
import { readFragranceJob } from '#features/fragrance/domain/schema/queuedFragrance.ts';
import { readWaitingShare } from '#features/share/domain/shareRecord.ts';
import { fragranceProfilesTable } from '#features/fragrance/backend/fragranceTables.ts';
import { preordersTable, publicFragranceTable } from '#features/community/backend/communityTables.ts';
import { sharesTable } from '#features/share/backend/shareTables.ts';
import { FRAGRANCE_FIELDS, fieldsFor, pickFields } from '#features/fragrance/domain/schema/fields.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { NOTE_SOURCES, type Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragranceShape, readFragrance } from '#features/fragrance/domain/schema/fragrance.ts';
import { fragranceFromState } from '#screens/results/useFragrance.ts';
import { fragranceInFile } from '#features/create/state/opening/importFragrance.ts';
import { fragrance as current, PROFILE_KEY } from '#features/fragrance/state/current.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { readFragrances, SAVED_KEY } from '#features/fragrance/state/savedFragrances.ts';
import { localPreorders, PREORDER_KEY } from '#features/community/state/preorder.ts';
import { stubBrowserGlobals } from './memoryStorage.ts';

const NOTE = { note: 'C4' as const, onset: 0, offset: 1, velocity: 0.5, cents: 0 };
const AUDIO_URL = 'https://project.supabase.co/storage/v1/object/public/audio/3f.webm';
const WHOLE_FRAGRANCE: Fragrance = {
  ...fragranceFromEssence({ essence: ['C4', 'E4', 'G5'], source: 'spectral', now: new Date(0) }),
  engineFailed: true,
  audioData: AUDIO_URL,
  recordingId: 'e7d1a0a2-1f8b-4a55-9c1b-0f0a6f2f1d11',
  trace: { duration: 2, peaks: [0.1, 0.5], notes: [NOTE] },
  face: { duration: 2, peaks: [], notes: [NOTE] },
  accents: [{ note: 'C5', of: 'C4', partial: 2, level: -6 }],
  character: {
    axes: { brightness: 0.5, breath: 0.5, roughness: 0.5, strike: 0.5, tremor: 0.5 },
    measured: {
      centroid: 900,
      brightness: 2,
      warmth: 0.5,
      flatness: 0.1,
      harmonicity: 20,
      roughness: 0.1,
      attack: null,
      vibrato: { rate: 5, depth: 40 },
      wander: null,
    },
    manner: { kind: 'sung', confidence: 0.8 },
  },
  proportions: [
    { note: 'C4', parts: 50 },
    { note: 'E4', parts: 30, seconds: 1 },
    { note: 'G5', parts: 20, hits: 3 },
  ],
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** A fragrance as a row of any of the tables that hold one. */
const rowOf = (value: object) => ({
  ...Object.fromEntries(Object.entries(value).map(([field, part]) => [snake(field), part])),
  id: '5f0c3a0e-6f6b-4c1e-8f57-0d7f3a1f2b11',
  made_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  uploaded_at: null,
  creator_name: 'Ada',
  user_id: 'ada',
  is_public: false,
  hidden: false,
  likes: [],
  share_id: 'aB3dE6gH',
  title: 'My Accord Fragrance Profile',
  audio_data: AUDIO_URL,
  audio_url: AUDIO_URL,
  is_active: true,
  view_count: 0,
});
const orNull = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

let storage: Storage;
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  storage = stubBrowserGlobals();
  current.current = null;
});

/** Every way in which a fragrance comes from outside. */
const WHOLE_ORDER = {
  name: 'Ada',
  email: 'a@b.cd',
  fragranceId: 'namibian-breeze',
  fragranceName: 'Namibian Breeze',
  design: null,
};

const READERS: Record<string, (value: object) => object | null> = {
  'local storage': (value) => {
    storage.setItem(PROFILE_KEY, JSON.stringify(value));
    current.current = null;
    return loadCurrentFragrance();
  },
  'the list of saved ones': (value) => {
    storage.setItem(SAVED_KEY, JSON.stringify([value]));
    return readFragrances(SAVED_KEY)[0] ?? null;
  },
  'a file': (value) => fragranceInFile(JSON.stringify(value)),
  history: (value) => fragranceFromState({ loadedProfile: { name: 'x', profile: value } })?.fragrance ?? null,
  'a row of a member': (value) => orNull(() => fragranceProfilesTable.fromRow(rowOf(value))),
  'a row of the playlist': (value) => orNull(() => publicFragranceTable.fromRow(rowOf(value))),
  'a row of a share': (value) => orNull(() => sharesTable.fromRow(rowOf(value))),
  'a share that waits': (value) => orNull(() => readWaitingShare({ shareId: 'AAAAAAAA', profile: value }).profile),
  'a submission that waits': (value) =>
    orNull(() => readWaitingSubmission({ id: 'a', name: 'Ada', email: 'a@b.cd', profile: value }).profile),
  'a fragrance that waits': (value) => {
    const job = readFragranceJob({ action: 'save', fragrance: value, saver: { id: 'a', liquidName: 'Ada' } });
    return job?.action === 'save' ? job.fragrance : null;
  },
};

test.each([
  ['a share without an id', () => readWaitingShare({ profile: WHOLE_FRAGRANCE })],
  ['a share without a fragrance', () => readWaitingShare({ shareId: 'AAAAAAAA' })],
  ['a submission without an address', () => readWaitingSubmission({ id: 'a', name: 'Ada', profile: WHOLE_FRAGRANCE })],
  ['a message without words', () => readWaitingMessage({ name: 'Ada', email: 'a@b.cd' })],
  ['an order of nothing', () => readWaitingOrder({ name: 'Ada', email: 'a@b.cd', fragranceName: 'Rose' })],
  ['an order with half a design', () => readWaitingOrder({ ...WHOLE_ORDER, design: { name: 'Rose' } })],
])('an invalid entry of the outbox is refused: %s', (_what, read) => {
  expect(read).toThrow(expect.objectContaining({ code: 'rejected' }));
});

test.each([
  [true, true],
  [false, false],
  [undefined, false],
  ['yes', false],
])('a share in the outbox shows the name of its owner only if requested: %j', (showName, shown) => {
  expect(readWaitingShare({ shareId: 'AAAAAAAA', profile: WHOLE_FRAGRANCE, showName }).showName).toBe(shown);
});

test('a valid entry of the outbox is sent unchanged', () => {
  expect(readWaitingOrder(WHOLE_ORDER)).toEqual(WHOLE_ORDER);
  const turned = { action: 'visibility', fragranceId: 'a', name: 'Rose', isPublic: true };
  expect(readFragranceJob(turned)).toEqual(turned);
  expect(readFragranceJob({ ...turned, isPublic: 'yes' })).toBeNull();
});

const repeatItem = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
/** Invalid values that make the whole fragrance invalid. */
const FATAL_CHANGES: [string, Partial<Record<keyof Fragrance, unknown>>][] = [
  ['no notes', { musicEssence: [] }],
  ['a note outside the catalogue', { musicEssence: ['C9'] }],
  ['too many notes', { musicEssence: repeatItem(33, 'C4') }],
  ['an essence that is no list', { musicEssence: 'C4' }],
  ['a measure above 1', { intensity: 1.01 }],
  ['a measure that is no number', { complexity: '0.5' }],
  ['a measure below 0', { persistence: -0.01 }],
  ['a name that is too long', { name: 'x'.repeat(121) }],
  ['a name with white space around it', { name: ' Rose' }],
  ['a name with a control character', { name: 'Ro\u0007se' }],
  ['a name with half a character', { name: 'Rose \ud83c' }],
  ['the name of a note that is too long', { topNotes: ['x'.repeat(81)] }],
  ['too many names of notes', { baseNotes: repeatItem(33, 'Oud') }],
  ['a name of a note that is no text', { middleNotes: [{}] }],
];
/** Invalid values that are left out alone. */
const HARMFUL_CHANGES: [string, keyof Fragrance, unknown][] = [
  ['more than 256 heard notes', 'trace', { ...WHOLE_FRAGRANCE.trace, notes: repeatItem(257, NOTE) }],
  ['more than 240 peaks', 'trace', { ...WHOLE_FRAGRANCE.trace, peaks: repeatItem(241, 0) }],
  ['a note that is heard before the sound', 'trace', { ...WHOLE_FRAGRANCE.trace, notes: [{ ...NOTE, onset: -1 }] }],
  ['a note that ends before it begins', 'trace', { ...WHOLE_FRAGRANCE.trace, notes: [{ ...NOTE, onset: 2 }] }],
  ['an endless sound', 'trace', { ...WHOLE_FRAGRANCE.trace, duration: 1e300 }],
  ['four accents', 'accents', repeatItem(4, WHOLE_FRAGRANCE.accents![0])],
  ['an accent that is no note', 'accents', [{ ...WHOLE_FRAGRANCE.accents![0], note: '<b>' }]],
  [
    'an axis beyond its end',
    'character',
    { ...WHOLE_FRAGRANCE.character, axes: { ...WHOLE_FRAGRANCE.character!.axes, tremor: 2 } },
  ],
  ['a character without measures', 'character', { axes: WHOLE_FRAGRANCE.character!.axes }],
  ['parts that are no whole', 'proportions', WHOLE_FRAGRANCE.proportions!.slice(1)],
];

describe.each(Object.entries(READERS))('a fragrance from %s', (_way, read) => {
  test('is read whole if it is valid', () => {
    expect(read(WHOLE_FRAGRANCE)).toMatchObject({
      name: WHOLE_FRAGRANCE.name,
      musicEssence: WHOLE_FRAGRANCE.musicEssence,
      trace: WHOLE_FRAGRANCE.trace,
      accents: WHOLE_FRAGRANCE.accents,
      character: WHOLE_FRAGRANCE.character,
      proportions: WHOLE_FRAGRANCE.proportions,
    });
  });
  test.each(FATAL_CHANGES)('is refused with %s', (_what, wrong) => {
    expect(read({ ...WHOLE_FRAGRANCE, ...wrong })).toBeNull();
  });
  test.each(HARMFUL_CHANGES)('loses %s, and nothing else', (_what, field, wrong) => {
    const got = read({ ...WHOLE_FRAGRANCE, [field]: wrong }) as Record<string, unknown> | null;
    expect(got).not.toBeNull();
    expect(got![field] ?? null).toBeNull();
    const others = (['trace', 'accents', 'character', 'proportions'] as const).filter((other) => other !== field);
    expect(others.map((other) => got![other])).toEqual(others.map((other) => WHOLE_FRAGRANCE[other]));
  });
});

test.each(FATAL_CHANGES)('a row is checked by the same rules: %s', (_what, wrong) => {
  expect(() => fragranceProfilesTable.toRow({ ...WHOLE_FRAGRANCE, ...wrong } as never)).toThrow(
    expect.objectContaining({ code: 'rejected', detail: Object.keys(wrong)[0] }),
  );
});

test('a fragrance has only known fields after reading', () => {
  expect(readFragrance({ ...WHOLE_FRAGRANCE, isPublic: true, extra: '<script>' })).toEqual(WHOLE_FRAGRANCE);
});

describe('the fields of a fragrance', () => {
  test('are all checked, and all read and written', () => {
    expect(Object.keys(fragranceShape).sort()).toEqual(Object.keys(WHOLE_FRAGRANCE).sort());
    expect(Object.keys(FRAGRANCE_FIELDS).sort()).toEqual(Object.keys(WHOLE_FRAGRANCE).sort());
  });

  test('are columns of their declared tables', () => {
    const saved = fragranceProfilesTable.columns().split(',');
    for (const field of fieldsFor('saved')) expect(saved).toContain(field === 'created' ? 'made_at' : snake(field));
    const shared = sharesTable.columns().split(',');
    for (const field of fieldsFor('shared')) expect(shared).toContain(snake(field));
  });

  test('are left out if they are missing', () => {
    const { trace: _trace, ...bare } = WHOLE_FRAGRANCE;
    expect(pickFields('shared', bare)).not.toHaveProperty('trace');
    expect(pickFields('exported', WHOLE_FRAGRANCE)).not.toHaveProperty('recordingId');
    expect(pickFields('shared', WHOLE_FRAGRANCE)).not.toHaveProperty('created');
  });
});

test('a stored order is a valid row, or null', () => {
  const good = {
    email: 'ada@example.com',
    name: 'Ada',
    fragranceId: 'rose-dawn',
    fragranceName: 'Rose Dawn',
    date: '2026-01-01T00:00:00.000Z',
  };
  const bad = [
    { ...good, email: 'nobody' },
    { ...good, name: 'A' },
    { ...good, fragranceId: 'No Such Id' },
    { ...good, fragranceName: '' },
    null,
    7,
  ];
  storage.setItem(PREORDER_KEY, JSON.stringify([good, ...bad]));
  expect(localPreorders()).toEqual([good]);
  for (const { email, name, fragranceId, fragranceName } of bad.slice(0, 4) as (typeof good)[])
    expect(() => preordersTable.toRow({ email, name, fragranceId, fragranceName })).toThrow(
      expect.objectContaining({ code: 'rejected' }),
    );
});

test('an order is cleaned before it becomes a row, and a refusal names the field', () => {
  const order = { email: '\u200bada@a.com\u200e', name: 'Anna\tMaria\u202e', fragranceName: 'Ro\u200bse\ufeff' };
  expect(preordersTable.toRow(order)).toEqual({ email: 'ada@a.com', name: 'Anna Maria', fragrance_name: 'Rose' });
  expect(() => preordersTable.toRow({ ...order, fragranceName: '\u200b' })).toThrow('Please check the fragrance name.');
  expect(() => preordersTable.toRow({ ...order, email: 'ada lovelace@a.com' })).toThrow('Please check the email.');
});

/** The SQL of a subject. */
function migration(subject: string): string {
  const file = readdirSync('supabase/migrations').find((name) => name.endsWith(`_${subject}.sql`))!;
  return readFileSync(`supabase/migrations/${file}`, 'utf8');
}

test.each(['fragrances', 'shares'])('the table of %s accepts every source of a fragrance, and no other', (table) => {
  const sql = migration(table);
  const allowed = /check \(source in \(([^)]*)\)\)/.exec(sql)?.[1]?.replaceAll("'", '').split(', ');
  expect(allowed).toEqual([...NOTE_SOURCES]);
});

test('a recording has the same limit in the app, the functions, the bucket and the copy of the engine', () => {
  const bucket = /'audio', 'audio', true, (\d+),/.exec(migration('platform'));
  const storage = /file_size_limit = "(\d+)MiB"/.exec(readFileSync('supabase/config.toml', 'utf8'));
  expect([Number(bucket?.[1]), Number(storage?.[1]) * 2 ** 20, MAX_COPY_BYTES]).toEqual(
    Array.from({ length: 3 }, () => MAX_RECORDING_BYTES),
  );
});
