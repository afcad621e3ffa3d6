import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { tolerateTranslation } from '#core/loading/translatedPage.ts';
import Create from '#screens/create/Create.tsx';
import { TakePanel } from '#screens/secret-keyboard/take/TakePanel.tsx';
import { takes } from '#features/instruments/state/take/takeState.ts';
import { resetRecording } from '#features/create/state/recording/currentSound.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import { FixedWidthLabel } from '#ui/controls/FixedWidthLabel.tsx';
import { byRole, change, mount, press, text } from '../support/mount.tsx';
import { startTranslator } from '../support/translator.ts';

let endTranslator = () => {};
const { removeChild, insertBefore } = Node.prototype;

/** Mounts it, and translates it. */
async function mountTranslated(...[element]: Parameters<typeof mount>): Promise<void> {
  await mount(element);
  endTranslator = startTranslator();
}

afterEach(() => {
  endTranslator();
  resetRecording();
  Object.assign(Node.prototype, { removeChild, insertBefore });
});

test('the sentence of the create screen follows every state of a translated page', async () => {
  await mountTranslated(<Create />);
  expect(text()).toContain('«Record your voice or upload an audio file»');
  for (const [state, sentence] of [
    [{ recordingState: 'requesting' }, '«Waiting for your microphone. Your browser may ask you to allow it.»'],
    [{ recordingState: 'recording', recordingTime: 0 }, '«Keep going: five seconds are enough.»'],
    [{ recordingTime: 6 }, '«Lovely. Stop whenever you like.»'],
    [{ recordingState: 'recorded', duration: 6 }, '«6 seconds of you.»'],
    [{ recordingState: 'uploading', audioFileName: 'a.wav' }, '«Reading a.wav...»'],
    [{ recordingState: 'recorded' }, '«6 seconds.»'],
  ] as const) {
    await change(() => Object.assign(recorder, state));
    await expect.poll(() => document.querySelector('output')!.textContent).toContain(sentence);
  }
});

test('the button of the take panel follows the take on a translated page', async () => {
  await mountTranslated(<TakePanel />);
  await expect.poll(text).toContain('«Record»');
  await change(() => (takes.phase = 'recording'));
  await expect.poll(text).toContain('«Stop»');
  expect(text()).not.toContain('«Record»');
  await change(() => (takes.phase = 'idle'));
  await expect.poll(text).toContain('«Record»');
});

test('words of a fixed width follow their state on a translated page', async () => {
  function Words() {
    const [on, setOn] = useState(false);
    return (
      <button type="button" onClick={() => setOn(true)}>
        <FixedWidthLabel of={['Play', 'Playing']}>{on ? 'Playing' : 'Play'}</FixedWidthLabel>
      </button>
    );
  }
  await mountTranslated(<Words />);
  await press(document.querySelector('button')!);
  await expect.poll(text).toBe('«Playing»');
});

test('a bare text from a library or an extension breaks no translated page', async () => {
  tolerateTranslation();
  const thrown = vi.fn<() => void>();
  window.addEventListener('error', thrown);
  function Bare() {
    const [on, setOn] = useState(false);
    return (
      <button type="button" onClick={() => setOn(!on)}>
        {/* oxlint-disable-next-line accord/translatable */}
        {on ? <i>on</i> : 'off'}
        {on && <b>first</b>} last
      </button>
    );
  }
  await mountTranslated(<Bare />);
  await press(document.querySelector('button')!);
  expect(text()).toContain('«last»');
  await expect.poll(text).toContain('«first»');
  await press(document.querySelector('button')!);
  expect(byRole('button', /last/)).toBeTruthy();
  expect(thrown).not.toHaveBeenCalled();
  window.removeEventListener('error', thrown);
});
