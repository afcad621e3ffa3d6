import { afterEach, expect, it, vi } from 'vitest';
import { byPitch } from '#analysis/values/pitch.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragrance } from '#features/fragrance/state/current.ts';
import { deleteCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { analyzeLink, toggleDetected, createFromLink } from '#features/create/state/link/scentwaves.ts';
import { scentwaves } from '#features/create/state/link/scentwavesState.ts';
import { openArrival } from '#features/create/state/opening/sharedFiles.ts';
import { openFiles } from '#features/create/state/opening/openFiles.ts';
import { fragranceOfSound } from '#features/create/state/processing/processing.ts';
import { current } from '#features/create/state/recording/recordingState.ts';
import { resetRecording } from '#features/create/state/recording/currentSound.ts';
import { END, file, header, melody, track } from '#tests/fixtures/midiBytes.ts';
import { fixtureFile, fixtureUrl } from '../support/fixtureFiles.ts';

const { pathname } = location;
const FILE_NAME = 'melody.mp3';
const navigate = (): void => undefined;

afterEach(() => {
  resetRecording();
  deleteCurrentFragrance();
  localStorage.clear();
  history.replaceState(null, '', pathname);
  vi.unstubAllGlobals();
});

/** The visible fields of a fragrance, without its source and time. */
const VISIBLE_FIELDS = [
  'name',
  'description',
  'musicEssence',
  'topNotes',
  'middleNotes',
  'baseNotes',
  'intensity',
  'complexity',
  'persistence',
  'accents',
  'character',
  'proportions',
] as const satisfies readonly (keyof Fragrance)[];
const visibleFieldsOf = (made: Fragrance): Record<string, unknown> =>
  Object.fromEntries(VISIBLE_FIELDS.map((key) => [key, made[key]]));

/** The fragrance of the sound that was opened. */
async function ofOpened(): Promise<Fragrance> {
  const made = fragranceOfSound(await current.recording!.analysis.result, 'id', new Date(0));
  resetRecording();
  return made;
}

it('a dropped sound and one shared from another app give the same fragrance, and a linked one the same trace and timbre', async () => {
  history.replaceState(null, '', '/create');
  await openFiles([await fixtureFile(FILE_NAME)], { navigate });
  const dropped = await ofOpened();
  expect(dropped.musicEssence.length).toBeGreaterThan(2);
  await openArrival([await fixtureFile(FILE_NAME, '')], navigate);
  const shared = await ofOpened();
  await analyzeLink(fixtureUrl(FILE_NAME));
  expect(scentwaves.status).toBe('done');
  expect(createFromLink()).toBe(true);
  expect(visibleFieldsOf(shared)).toEqual(visibleFieldsOf(dropped));
  // A link makes a fragrance of the ticked notes.
  const { trace, character, musicEssence } = fragrance.current!;
  expect({ trace, character }).toEqual({ trace: dropped.trace, character: dropped.character });
  expect([...musicEssence].sort(byPitch)).toEqual(scentwaves.selected);
});

it('a link to silence is reported as a sound without notes', async () => {
  const notices: Notice[] = [];
  const stop = onNotice((notice) => notices.push(notice));
  await analyzeLink(fixtureUrl('silence.wav'));
  stop();
  expect(scentwaves.status).toBe('done');
  // Drops queued notices of the test before.
  expect(notices.at(-1)).toMatchObject({ kind: 'info', title: 'No notes found' });
});

it('a fragrance from a link has the ticked notes, the strongest first', async () => {
  const keys = [48, 50, 52, 55, 57, 60, 62, 64, 67, 69, 72, 74];
  const midi = file(header({ format: 0 }), track(melody(keys), END));
  vi.stubGlobal('fetch', async () => new Response(midi));
  await analyzeLink('https://a.example/song.mid');
  expect(scentwaves.detected).toHaveLength(12);
  const ticked = [...scentwaves.selected];
  expect(ticked).toHaveLength(6);
  expect(createFromLink()).toBe(true);
  expect(fragrance.current!.musicEssence).toEqual(scentwaves.detected.filter((note) => ticked.includes(note)));
  expect(fragrance.current!.trace!.notes).toHaveLength(12);
  toggleDetected(ticked[2]!);
  expect(createFromLink()).toBe(true);
  expect([...fragrance.current!.musicEssence].sort(byPitch)).toEqual(ticked.filter((_, i) => i !== 2));
});
