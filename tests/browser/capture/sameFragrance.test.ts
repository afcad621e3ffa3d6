import { afterEach, expect, it } from 'vitest';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { forgetCurrentFragrance, fragrance } from '#features/fragrance/state/fragrance.ts';
import { onNotice, type Notice } from '#core/shell/notices.ts';
import { analyzeLink } from '#features/create/state/link/scentwaves.ts';
import { createFromLink } from '#features/create/state/link/linkFragrance.ts';
import { scentwaves } from '#features/create/state/link/scentwavesState.ts';
import { openArrival } from '#features/create/state/opening/arrivals.ts';
import { openFiles } from '#features/create/state/opening/openFiles.ts';
import { fragranceOfSound } from '#features/create/state/processing/soundFragrance.ts';
import { current, resetRecording } from '#features/create/state/recording/currentSound.ts';
import { fixtureFile, fixtureUrl } from '../support/fixtureFiles.ts';

const { pathname } = location;
const NAME = 'melody.mp3';
const navigate = (): void => undefined;

afterEach(() => {
  resetRecording();
  forgetCurrentFragrance();
  localStorage.clear();
  history.replaceState(null, '', pathname);
});

/** What people see of a fragrance; not whence and when it came. */
const SEEN = [
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
const seen = (made: Fragrance): Record<string, unknown> => Object.fromEntries(SEEN.map((key) => [key, made[key]]));

/** The fragrance of the sound that was opened. */
async function ofOpened(): Promise<Fragrance> {
  const made = fragranceOfSound(await current.recording!.analysis.result, 'id', new Date(0));
  resetRecording();
  return made;
}

it('a sound is the same fragrance when it is dropped, shared from another app, or linked', async () => {
  history.replaceState(null, '', '/create');
  await openFiles([await fixtureFile(NAME)], { navigate });
  const dropped = await ofOpened();
  expect(dropped.musicEssence.length).toBeGreaterThan(2);
  await openArrival([await fixtureFile(NAME, '')], navigate);
  const shared = await ofOpened();
  await analyzeLink(fixtureUrl(NAME));
  expect(scentwaves.status).toBe('done');
  expect(createFromLink()).toBe(true);
  expect(seen(shared)).toEqual(seen(dropped));
  expect(seen(fragrance.current!)).toEqual(seen(dropped));
});

it('a link to silence is no success: it says that there are no notes', async () => {
  const notices: Notice[] = [];
  const stop = onNotice((notice) => notices.push(notice));
  await analyzeLink(fixtureUrl('silence.wav'));
  stop();
  expect(scentwaves.status).toBe('done');
  // Those of the test before may have waited.
  expect(notices.at(-1)).toMatchObject({ kind: 'info', title: 'No notes found' });
});
