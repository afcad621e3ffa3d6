import { afterEach, beforeEach, expect, test } from 'vitest';
import { audioStore } from '#core/recordings/database.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { playFragrance } from '#features/instruments/state/playback/playFragrance.ts';
import { player, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { renderFragrance } from '#features/instruments/state/playback/renderFragrance.ts';
import { MELODY_MIDI, MELODY_FRAGRANCE as profile } from '../testData.ts';

/** The sound of a fragrance. */

const notices: Notice[] = [];
beforeEach(() => {
  notices.length = 0;
  return onNotice((notice) => notices.push(notice));
});
afterEach(stopPlaying);

test('a rendered file has the notes as they were played, is stored on this device, and is the same the next time', async () => {
  const { id, sound } = await renderFragrance(profile);
  const context = new OfflineAudioContext(1, 1, 22_050);
  const heard = await context.decodeAudioData(await sound.arrayBuffer());
  // The last note ends at 2.9 s; a little silence follows.
  expect(heard.duration).toBeCloseTo(3.2, 1);
  const samples = heard.getChannelData(0);
  const loudest = (from: number, to: number) =>
    samples.slice(from * 22_050, to * 22_050).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  for (let i = 0; i < MELODY_MIDI.length; i++) {
    expect(loudest(i * 0.6, i * 0.6 + 0.1)).toBeGreaterThan(0.1);
    expect(loudest(i * 0.6 + 0.51, i * 0.6 + 0.59)).toBeLessThan(0.001);
  }
  expect((await audioStore.get(`recording:${id}`))!.size).toBe(sound.size);
  expect((await renderFragrance(profile)).id).toBe(id);
});

test('a sound that is still rendered does not play after the screen was left', async () => {
  const asked = playFragrance({ ...profile, source: 'beat' });
  stopPlaying();
  expect(await asked).toEqual({ ok: true });
  expect(player.sounding).toBeNull();
  const overtaken = playFragrance({ ...profile, source: 'beat' });
  const last = playFragrance({ ...profile, source: 'beat' });
  await Promise.all([overtaken, last]);
  expect(player.sounding).toBe('recording');
});

test('a notice reports a sound that cannot be played, for 1.5 to 3 s', async () => {
  expect(await playFragrance(null)).toEqual({ ok: false, code: 'playback_failed' });
  await playFragrance({ ...profile, musicEssence: [], trace: { duration: 0, peaks: [], notes: [] } });
  expect(notices.map(({ title }) => title)).toEqual([
    'No fragrance profile available to play',
    'No audio or notes available to play',
  ]);
  for (const { duration } of notices) {
    expect(duration).toBeGreaterThanOrEqual(1500);
    expect(duration).toBeLessThanOrEqual(3000);
  }
});
