import { useState } from 'react';
import { expect, test } from 'vitest';
import Notices from '#app/notices/Notices.tsx';
import { notify } from '#core/appState/notices.ts';
import { Hint, HintProvider } from '#ui/controls/Hint.tsx';
import { byRole, change, mount, press } from '../support/mount.tsx';

function PlayAll() {
  const [playing, setPlaying] = useState(false);
  return (
    <HintProvider>
      <Hint text={playing ? 'Playing...' : 'Play all notes'} onTap={false} stays>
        <button type="button" onClick={() => setPlaying(!playing)}>
          Play
        </button>
      </Hint>
    </HintProvider>
  );
}

const hint = () => document.querySelector('[role="tooltip"]')?.textContent ?? null;

test('the tooltip of a play button stays during the press, and shows the new state', async () => {
  await mount(<PlayAll />);
  await change(() => byRole('button', 'Play').focus());
  await expect.poll(hint).toBe('Play all notes');
  await press(byRole('button', 'Play'));
  await expect.poll(hint).toBe('Playing...');
  await change(() => byRole('button', 'Play').blur());
  await expect.poll(hint).toBeNull();
});

test('a repeated notice replaces the one on the screen', async () => {
  await mount(<Notices />);
  const showNotice = () =>
    change(() => notify({ kind: 'error', title: 'Invalid audio file. Please try a different file.', key: 'file' }));
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].filter(
      ({ dataset, textContent }) => dataset['removed'] !== 'true' && textContent?.includes('Invalid audio file'),
    );
  await showNotice();
  await expect.poll(() => shown().length).toBe(1);
  const [first] = shown();
  await showNotice();
  await expect.poll(() => shown().length === 1 && shown()[0] !== first).toBe(true);
});
