import { useSnapshot } from 'valtio';
import { afterEach, expect, test } from 'vitest';
import { OctaveBands } from '../../../src/features/instruments/parts/index.ts';
import { player, stopPlaying, toggleOctave } from '../../../src/features/instruments/state/playback/index.ts';
import { byRole, mount, press } from '../support/mount.tsx';

afterEach(stopPlaying);

function Bands() {
  const { note } = useSnapshot(player);
  return <OctaveBands note={note} onPress={toggleOctave} onExpect={() => undefined} />;
}

test('each of the nine octaves sounds when it is pressed, and is quiet at the next press', async () => {
  const screen = await mount(<Bands />);
  const bands = [...screen.querySelectorAll('li')].map(({ innerText }) => innerText.replaceAll(/\s+/g, ' '));
  expect(bands).toHaveLength(9);
  expect(bands[0]).toContain('8 Ultra-Light & Ethereal');
  const band = byRole('button', /^Hear octave 4 /);
  await press(band);
  await expect.poll(() => player.note).toMatch(/^[CEGB]4$/);
  expect(screen.querySelectorAll('[data-sounding]')).toHaveLength(1);
  expect(band.dataset['sounding']).toBe('true');
  await press(band);
  expect(player.note).toBeNull();
});
