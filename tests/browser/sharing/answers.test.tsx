import { afterEach, beforeEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import Answers from '../../../src/features/share/screen/answers/Answers.tsx';
import { line, loadLine } from '../../../src/features/share/state/line.ts';
import { fakeService, json, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press, unmount } from '../support/mount.tsx';

/** The voices that a share answers, and its answers: what cannot be read takes nothing else along. */

const ID = 'Abcdefgh';
const look = {
  music_essence: ['C4', 'E4'],
  intensity: null,
  complexity: 0.5,
  persistence: 0.2,
  face: null,
  accents: null,
  character: null,
  proportions: null,
};
const voice = (share_id: string, name: string, more: object = {}) => ({
  share_id,
  name,
  maker_name: null,
  audio_url: '/storage/v1/object/public/audio/3f0f1f5e-0000-4000-8000-000000000001.webm',
  created_at: '2026-05-01T12:00:00.123456+00:00',
  look,
  ...more,
});
const answer = (n: number) => voice(`Answer${String(n).padStart(2, '0')}`, `Answer ${n}`);
/** As somebody else's program may have stored them. */
const HOSTILE = [voice('Hostile1', 'Hostile', { look: { ...look, music_essence: ['X9'] } }), 7];

let service: FakeService;
beforeEach(() => {
  service = fakeService();
});
afterEach(async () => {
  await unmount();
  service.end();
});

async function open(): Promise<void> {
  await change(() => loadLine(ID));
  expect(line.status).toBe('loaded');
  await mount(
    <Router hook={memoryLocation({ path: `/share/${ID}` }).hook}>
      <Answers shareId={ID} />
    </Router>,
  );
}
const lineOf = (voices: unknown[], answers: number) => () =>
  json({ voices, broken: false, allows_answers: true, open: true, answers });
const names = (list: string) => [...byRole('list', list).querySelectorAll('li')].map((item) => item.textContent);
const asked = () => service.calls.filter(({ path }) => path.endsWith('/share_answers')).map(({ body }) => body);

test('answers that cannot be read hide no other, and the next page begins after the last row', async () => {
  const first = [...Array.from({ length: 11 }, (_, n) => answer(n)), { ...answer(11), look: {} }];
  service.on(/share_line/, lineOf([voice(ID, 'Mine')], 14));
  service.on(/share_answers/, ({ body }) => json('before_id' in body ? [answer(12), answer(13)] : first));
  await open();
  expect(byRole('heading', '14 answers')).toBeTruthy();
  expect(names('Answers')).toHaveLength(11);
  await press(byRole('button', 'Show more answers'));
  await expect.poll(() => names('Answers')).toHaveLength(13);
  expect(asked()[1]).toMatchObject({ before_at: '2026-05-01T12:00:00.123456+00:00', before_id: 'Answer11' });
  expect(byRole('heading', '13 answers')).toBeTruthy();
  expect(allByRole('button', 'Show more answers')).toEqual([]);
});

test('a voice of the line that cannot be read takes none of the others along', async () => {
  service.on(/share_line/, lineOf([voice('Firstone', 'First'), ...HOSTILE, voice(ID, 'Mine')], 1));
  service.on(/share_answers/, () => json([HOSTILE[0]]));
  await open();
  expect(names('It answers')).toEqual(['First']);
  expect(byRole('button', 'Hear together')).toBeTruthy();
  // Its one answer cannot be read.
  expect(allByRole('heading', /answer/)).toEqual([]);
});
