import { describe, expect, it } from 'vitest';
import { BackendError, codeOfStatus, isTransient } from './errors.ts';
import { queryFailure } from './query.ts';
import { fragranceProfilesTable } from '#features/fragrance/backend/fragranceTables.ts';
import { isoDate } from './table.ts';
import { preordersTable } from '#features/community/backend/communityTables.ts';
import { profilesTable } from '#features/members/backend/profiles.ts';
import { sharesTable } from '#features/share/backend/shareTables.ts';

const AUDIO_URL = 'https://project.supabase.co/storage/v1/object/public/audio/3f.webm';

describe('the tables', () => {
  it('translate between the names of the database and of the app, both ways', () => {
    expect(profilesTable.toRow({ liquidName: 'Ada', showInstagram: true, favoriteNotes: ['Rose'] })).toEqual({
      liquid_name: 'Ada',
      show_instagram: true,
      favorite_notes: ['Rose'],
    });
    expect(
      fragranceProfilesTable.toRow({
        created: '2026-01-01T00:00:00.000Z',
        musicEssence: ['C4'],
        audioData: AUDIO_URL,
        isPublic: true,
      }),
    ).toEqual({
      made_at: '2026-01-01T00:00:00.000Z',
      music_essence: ['C4'],
      audio_data: AUDIO_URL,
      is_public: true,
    });
    const row = {
      share_id: 'aB3dE6gH',
      title: 'My Accord Fragrance Profile',
      music_essence: ['C4', 'G#5'],
      top_notes: [],
      middle_notes: ['Rose'],
      base_notes: [],
      audio_url: AUDIO_URL,
      name: null,
      intensity: null,
      complexity: 0.5,
      persistence: null,
      trace: null,
      is_active: true,
      view_count: 3,
      created_at: '2026-01-02 03:04:05.678901+00',
      audio_path: '3f.webm',
    };
    expect(sharesTable.fromRow(row)).toEqual({
      shareId: 'aB3dE6gH',
      title: 'My Accord Fragrance Profile',
      musicEssence: ['C4', 'G#5'],
      topNotes: [],
      middleNotes: ['Rose'],
      baseNotes: [],
      audioUrl: AUDIO_URL,
      name: null,
      intensity: null,
      complexity: 0.5,
      persistence: null,
      trace: null,
      isActive: true,
      viewCount: 3,
      createdAt: '2026-01-02T03:04:05.678Z',
    });
    expect(sharesTable.columns(['shareId', 'audioUrl'])).toBe('share_id,audio_url');
    expect(fragranceProfilesTable.columns(['created', 'addedToPlaylistAt', 'savedAt', 'creatorId'])).toBe(
      'made_at,uploaded_at,created_at,user_id',
    );
  });

  it('read a trace within the limits of a local copy only, and a fragrance whole without one', () => {
    const note = { note: 'C4', onset: 0.5, offset: 1, velocity: 0.5, cents: 3 };
    const good = { duration: 2, peaks: [0.5], notes: [note] };
    const row = (trace: unknown) => ({
      share_id: 'aB3dE6gH',
      title: 'My Accord Fragrance Profile',
      music_essence: ['C4'],
      top_notes: [],
      middle_notes: [],
      base_notes: [],
      audio_url: AUDIO_URL,
      name: null,
      intensity: null,
      complexity: null,
      persistence: null,
      trace,
      is_active: true,
      view_count: 0,
      created_at: '2026-01-02 03:04:05.678901+00',
    });
    expect(sharesTable.fromRow(row(good)).trace).toEqual(good);
    for (const hostile of [
      { ...good, duration: 1e300 },
      { ...good, peaks: [-1] },
      { ...good, peaks: Array.from({ length: 241 }, () => 0) },
      { ...good, notes: [{ ...note, offset: 0 }] },
      { ...good, notes: [{ ...note, velocity: 7 }] },
      { ...good, notes: Array.from({ length: 257 }, () => note) },
      { ...good, notes: [{ ...note, onset: undefined }] },
      'a trace',
    ])
      expect(sharesTable.fromRow(row(hostile)).trace).toBeNull();
  });

  it('refuse values that the database would refuse, and name the field', () => {
    const refusals: [() => unknown, string][] = [
      [() => profilesTable.toRow({ liquidName: '  ' }), 'liquidName'],
      [() => profilesTable.toRow({ favoriteNotes: ['n'.repeat(81)] }), 'favoriteNotes'],
      [() => profilesTable.toRow({ preference: 'mouth' as never }), 'preference'],
      [() => fragranceProfilesTable.toRow({ name: ' spaced' }), 'name'],
      [() => fragranceProfilesTable.toRow({ name: 'n'.repeat(121) }), 'name'],
      [() => fragranceProfilesTable.toRow({ musicEssence: ['H4' as never] }), 'musicEssence'],
      [() => fragranceProfilesTable.toRow({ musicEssence: [] }), 'musicEssence'],
      [() => fragranceProfilesTable.toRow({ intensity: 1.01 }), 'intensity'],
      [() => fragranceProfilesTable.toRow({ audioData: 'data:audio/wav;base64,AAAA' }), 'audioData'],
      [() => fragranceProfilesTable.toRow({ audioData: `${AUDIO_URL}?x` }), 'audioData'],
      [() => sharesTable.toRow({ shareId: 'short' }), 'shareId'],
      [() => preordersTable.toRow({ email: 'nobody', name: 'Ada' }), 'email'],
      [() => preordersTable.toRow({ name: 'A' }), 'name'],
      [() => preordersTable.toRow({ fragranceId: 'No Such Id' }), 'fragranceId'],
    ];
    for (const [attempt, field] of refusals) {
      let thrown: unknown;
      try {
        attempt();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(BackendError);
      expect(thrown).toMatchObject({ code: 'rejected', detail: field });
    }
  });

  it('reject rows of an unexpected form', () => {
    for (const row of [null, {}, 'row', { ...profilesTable, id: 1 }])
      expect(() => profilesTable.fromRow(row)).toThrow(
        expect.objectContaining({ code: 'server', detail: 'unreadable_row' }),
      );
  });

  it('read the date formats of both backends', () => {
    expect(isoDate('2026-01-02 03:04:05.678901+00')).toBe('2026-01-02T03:04:05.678Z');
    expect(isoDate('2026-01-02T03:04:05.678901+00:00')).toBe('2026-01-02T03:04:05.678Z');
    expect(isoDate('2026-01-02 05:04:05+02')).toBe('2026-01-02T03:04:05.000Z');
    expect(isoDate('soon')).toBe('soon');
  });
});

describe('failures of the backend', () => {
  it('are recognised by their code', () => {
    const cases: [{ code?: string; message: string }, number, string][] = [
      [{ code: '42P01', message: '' }, 404, 'missing_table'],
      [{ code: 'PGRST205', message: '' }, 404, 'missing_table'],
      [{ code: 'PGRST116', message: '' }, 406, 'not_found'],
      [{ code: 'PGRST202', message: '' }, 404, 'other_version'],
      [{ code: 'PGRST204', message: '' }, 400, 'other_version'],
      [{ code: '42703', message: '' }, 400, 'other_version'],
      [{ code: '23505', message: '' }, 409, 'duplicate'],
      [{ code: '23514', message: '' }, 400, 'rejected'],
      [{ code: 'P0001', message: '' }, 400, 'rejected'],
      [{ code: '42501', message: '' }, 401, 'unauthorized'],
      [{ code: '42501', message: '' }, 403, 'forbidden'],
      [{ code: 'PGRST301', message: 'JWT expired' }, 401, 'unauthorized'],
      [{ code: 'PT429', message: '' }, 429, 'rate_limited'],
      [{ message: 'TypeError: Failed to fetch' }, 0, 'network'],
      [{ message: 'TimeoutError: signal timed out' }, 0, 'timeout'],
      [{ message: 'AbortError: aborted' }, 0, 'aborted'],
      [{ message: 'upstream' }, 502, 'server'],
    ];
    expect(cases.map(([error, status]) => queryFailure(error, status).code)).toEqual(cases.map(([, , code]) => code));
    expect(queryFailure({ code: 'PT429', message: '', hint: '42 s' } as never, 429).retryAfter).toBe(42);
  });

  it('are retried only when a later try can succeed', () => {
    expect(
      [0, 400, 401, 403, 404, 408, 409, 413, 429, 500, 503, 504].map((status) =>
        isTransient(new BackendError(codeOfStatus(status), '')),
      ),
    ).toEqual([true, false, false, false, false, true, false, false, true, true, true, true]);
    expect(isTransient(new Error('network'))).toBe(false);
  });
});
