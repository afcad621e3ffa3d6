import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Notices from '#app/notices/Notices.tsx';
import SecretKeyboard from '#screens/secret-keyboard/SecretKeyboard.tsx';
import {
  chooseCategory,
  keyboard,
  registerSoundingNote,
  unregisterNote,
} from '#features/instruments/state/keyboard/keyboard.ts';
import { onKeys } from '#features/instruments/state/keyboard/keyLights.ts';
import { TIP_MS } from '#features/instruments/domain/keyboard/keyboard.ts';
import { readTakeDraft } from '#features/instruments/domain/schema/take.ts';
import { startTake, stopTake, recordNoteOff, recordNoteOn } from '#features/instruments/state/take/recordTake.ts';
import { replaceTake } from '#features/instruments/state/take/take.ts';
import { takes } from '#features/instruments/state/take/takeState.ts';
import { TakePanel } from '#screens/secret-keyboard/take/TakePanel.tsx';
import { connectDevices, Input, inputs, keys, plug, plugIn } from '../support/midiDevices.ts';
import { allByRole, byRole, change, mount, pass, press, stopTheClock } from '../support/mount.tsx';

afterEach(() => page.viewport(414, 896));

test.each([
  ['a phone', 390, 844],
  ['a desktop', 1440, 900],
] as const)(
  'the categories, the piano, the card of the note and MIDI are one below the other on %s',
  async (_, width, height) => {
    await page.viewport(width, height);
    await mount(<SecretKeyboard />);
    const tops = [
      byRole('heading', 'Sound Perfume Keyboard'),
      byRole('list', 'Scent categories'),
      byRole('group', /^Piano/),
      byRole('region', 'Selected note'),
      byRole('button', 'Connect MIDI'),
    ].map((part) => part.getBoundingClientRect().top);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  },
);

test.each([
  [390, 844],
  [320, 640],
] as const)(
  'the way back and the title are in one row of a phone of %i x %i px, and the piano is above y 300',
  async (width, height) => {
    await page.viewport(width, height);
    await mount(<SecretKeyboard />);
    const back = byRole('link', 'Back').getBoundingClientRect();
    const title = byRole('heading', 'Sound Perfume Keyboard');
    const { top, bottom, left } = title.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(back.right);
    expect([top >= back.top, bottom <= back.bottom]).toEqual([true, true]);
    // One line of text.
    expect(bottom - top).toBeLessThan(1.5 * Number.parseFloat(getComputedStyle(title).fontSize));
    // The header of the page covers the screen.
    const header = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--header'));
    expect(header + byRole('group', /^Piano/).getBoundingClientRect().top).toBeLessThanOrEqual(300);
  },
);

test('the tip is in the card until its time is over, and a row for notes is next to the piano only with a device', async () => {
  stopTheClock();
  plugIn();
  await mount(<SecretKeyboard />);
  await change(() => chooseCategory(4));
  const card = byRole('region', 'Selected note');
  const [{ top, height }, tip] = [card.getBoundingClientRect(), /^Tip: play with the keys A W S/m];
  expect(card.innerText).toMatch(tip);
  // Nothing is between the piano and the card but their distance.
  const below = (): number =>
    card.getBoundingClientRect().top - byRole('group', /^Piano/).getBoundingClientRect().bottom;
  expect(below()).toBeLessThan(20);
  await pass(TIP_MS);
  expect(card.innerText).not.toMatch(tip);
  expect(card.innerText).toContain('Rose');
  expect([card.getBoundingClientRect().top, card.getBoundingClientRect().height]).toEqual([top, height]);
  vi.useRealTimers();
  await change(connectDevices);
  const room = below();
  expect(room).toBeGreaterThan(44);
  await change(() => keys.send(0x90, 36, 100));
  expect(byRole('button', 'C2 lies below the piano. Show its octave').hasAttribute('data-down')).toBe(true);
  expect(below()).toBe(room);
  await change(() => keys.send(0x80, 36, 0));
});

test('the latency is shown only among the settings for performers', async () => {
  plugIn();
  await mount(<SecretKeyboard />);
  await change(() => {
    keyboard.latency = { median: 31, count: 2, base: 5, output: null };
  });
  await change(connectDevices);
  expect(document.body.textContent).not.toMatch(/\d ms/);
  await change(() => byRole('button', 'More for performers').click());
  expect(byRole('region', 'For performers').textContent).toContain('Touch to sound: 31 ms');
  await change(() => {
    keyboard.latency = null;
  });
});

test.each([
  [5, 'F-1', 'Deep, Smoky, and Mineral, with the scent of F0'],
  [12, 'C0', 'Deep, Smoky, and Mineral'],
  [119, 'B8', 'Ultra-Light & Ethereal'],
  [127, 'G9', 'Ultra-Light & Ethereal, with the scent of G8'],
])('MIDI note %i shows %s, and the nearest scent if the catalogue has none for it', async (midi, name, words) => {
  await mount(<SecretKeyboard />);
  await change(() => {
    registerSoundingNote('midi', midi, 1, 0);
    unregisterNote('midi', midi, 1);
  });
  const lines = [...byRole('region', 'Selected note').querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(lines.slice(0, 2)).toEqual([name, words]);
});

test('held keys are released when the window loses focus', async () => {
  await mount(<SecretKeyboard />);
  const held = new Set<number>();
  const leave = onKeys((midi, down) => void (down ? held.add(midi) : held.delete(midi)));
  const send = (event: Event): Promise<void> => change(() => void window.dispatchEvent(event));
  await send(new KeyboardEvent('keydown', { code: 'KeyA' }));
  await send(new KeyboardEvent('keydown', { code: 'KeyS' }));
  expect(held.size).toBe(2);
  await send(new Event('blur'));
  expect(held.size).toBe(0);
  leave();
});

test('a touch that the browser cancels ends its note, and no other', async () => {
  await mount(<SecretKeyboard />);
  const held = new Set<number>();
  const leave = onKeys((midi, down) => void (down ? held.add(midi) : held.delete(midi)));
  const piano = byRole('group', /^Piano/);
  const { left, bottom, width } = piano.getBoundingClientRect();
  const send = (type: string, finger: number): Promise<void> => {
    const at = { clientX: left + (width * (finger + 0.5)) / 8, clientY: bottom - 20 };
    return change(() => void piano.dispatchEvent(new PointerEvent(type, { pointerId: 10 + finger, ...at })));
  };
  for (let finger = 0; finger < 8; finger++) await send('pointerdown', finger);
  expect(held.size).toBe(8);
  await send('pointercancel', 3);
  expect(held.size).toBe(7);
  for (let finger = 0; finger < 8; finger++) await send('pointerup', finger);
  expect(held.size).toBe(0);
  leave();
});

test('letter keys are released at the keyup of Command, as browsers send none of theirs meanwhile', async () => {
  await mount(<SecretKeyboard />);
  const held = new Set<number>();
  const leave = onKeys((midi, down) => void (down ? held.add(midi) : held.delete(midi)));
  const send = (event: Event): Promise<void> => change(() => void window.dispatchEvent(event));
  await send(new KeyboardEvent('keydown', { code: 'KeyA', key: 'a' }));
  await send(new KeyboardEvent('keydown', { code: 'MetaLeft', key: 'Meta', metaKey: true }));
  expect(held.size).toBe(1);
  await send(new KeyboardEvent('keyup', { code: 'MetaLeft', key: 'Meta' }));
  expect(held.size).toBe(0);
  leave();
});

test('a sound file of a take shows its progress, and the button that began it cancels it', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const rendering = vi.spyOn(OfflineAudioContext.prototype, 'startRendering');
  const notes = Array.from({ length: 32 }, (_, i) => ({
    midi: 40 + i,
    onset: 0,
    offset: 150,
    velocity: 0.3,
    tone: 'held' as const,
  }));
  await mount(<TakePanel />);
  await change(() => replaceTake({ notes, duration: 150 }));
  await change(() => byRole('button', 'Tempo, quantize, export').click());
  await change(() => {
    byRole('button', 'Export WAV').focus();
    return userEvent.keyboard('{Enter}');
  });
  await expect.poll(() => allByRole('progressbar', 'Rendering the sound file')).toHaveLength(1);
  await expect.poll(() => document.querySelector('progress')!.value).toBeGreaterThan(0);
  expect(Array.from(document.querySelectorAll('output'), (status) => status.textContent)).toContain(
    'Rendering the sound file.',
  );
  expect(document.activeElement).toBe(byRole('button', 'Cancel export'));
  await change(() => userEvent.keyboard('{Enter}'));
  expect(document.activeElement).toBe(byRole('button', 'Export WAV'));
  expect(allByRole('progressbar', /./)).toHaveLength(0);
  await rendering.mock.results[0]!.value;
  expect(saved).not.toHaveBeenCalled();
  await change(() => replaceTake({ notes: [], duration: 0 }));
});

test.each([
  ['a phone', 390, 844],
  ['a small phone', 320, 640],
  ['a phone on its side', 844, 390],
  ['a desktop', 1440, 900],
] as const)('on %s the notices of devices cover no key', async (_, width, height) => {
  await page.viewport(width, height);
  plugIn();
  await mount(
    <>
      <header style={{ height: 'var(--header)' }} />
      <SecretKeyboard />
      <Notices />
    </>,
  );
  await change(connectDevices);
  await change(() => plug(new Input('A stage piano with a very long name, port 1')));
  for (const name of ['Desk', 'Pads']) await change(() => plug(new Input(name, name, true)));
  const notices = () => [...document.querySelectorAll('[data-sonner-toast]')];
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toContainEqual(expect.stringMatching(/Desk, Pads/));
  await expect.poll(() => notices().every((each) => each.matches('[data-mounted=true]'))).toBe(true);
  await Promise.all(notices().flatMap((each) => each.getAnimations().map(({ finished }) => finished)));
  const piano = byRole('group', /^Piano/).getBoundingClientRect();
  const lowest = Math.max(...notices().map((each) => each.getBoundingClientRect().bottom));
  expect(lowest).toBeGreaterThan(0);
  expect(lowest).toBeLessThanOrEqual(piano.top);
  await change(() => ['A stage piano with a very long name, port 1', 'Desk', 'Pads'].map((id) => inputs.delete(id)));
});

test('a take has Play, then Create Fragrance in full width, then all else in one closed row', async () => {
  await mount(<TakePanel />);
  await change(() => replaceTake({ notes: [{ midi: 60, onset: 0, offset: 1, velocity: 0.5 }], duration: 1 }));
  const panel = byRole('region', 'Your take');
  const [play, create, more] = ['Play take', 'Create Fragrance', 'Tempo, quantize, export'].map((name) =>
    byRole('button', name),
  ) as [HTMLElement, HTMLElement, HTMLElement];
  const [above, middle, below] = [play, create, more].map((button) => button.getBoundingClientRect());
  expect(above!.bottom).toBeLessThanOrEqual(middle!.top);
  expect(middle!.bottom).toBeLessThanOrEqual(below!.top);
  const { paddingLeft, paddingRight } = getComputedStyle(panel);
  const room = panel.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  expect(Math.abs(middle!.width - room)).toBeLessThan(1);
  const rest = (): number => allByRole('button', /^(Metronome|Count-in|1\/8|Tap|Export MIDI|Export WAV)$/).length;
  expect([more.getAttribute('aria-expanded'), rest()]).toEqual(['false', 0]);
  await press(more);
  expect([more.getAttribute('aria-expanded'), rest()]).toEqual(['true', 6]);
  await change(() => replaceTake({ notes: [], duration: 0 }));
  takes.former = null;
  localStorage.removeItem('accord:former-take');
});

test('an earlier take can be restored after another one replaced it, also after a reload, and so can the other one', async () => {
  const take = (count: number) => ({
    notes: Array.from({ length: count }, (_, i) => ({ midi: 60 + i, onset: i, offset: i + 1, velocity: 0.5 })),
    duration: count,
  });
  await mount(<TakePanel />);
  await change(() => replaceTake(take(3)));
  // "Play it on the keyboard" brings another one.
  await change(() => replaceTake(take(2)));
  await change(() => byRole('button', 'Bring back the take of 3 notes').click());
  expect(takes.take.notes).toHaveLength(3);
  // "Record again" replaces it, and a crash leaves the stored take.
  await change(() => startTake());
  for (const midi of [70, 72, 74, 76]) {
    recordNoteOn('test', midi, 1, 0, 'held');
    recordNoteOff('test', midi, 0);
  }
  expect(allByRole('button', /^Bring back/)).toHaveLength(0);
  await change(() => void window.dispatchEvent(new Event('pagehide')));
  const storedNotes = (key: string): number => readTakeDraft(JSON.parse(localStorage.getItem(key)!))!.take.notes.length;
  expect([storedNotes('accord:take'), storedNotes('accord:former-take')]).toEqual([4, 3]);
  await change(stopTake);
  expect(takes.take.notes).toHaveLength(4);
  await change(() => byRole('button', 'Bring back the take of 3 notes').click());
  await change(() => byRole('button', 'Bring back the take of 4 notes').click());
  expect(takes.take.notes).toHaveLength(4);
  await change(() => replaceTake({ notes: [], duration: 0 }));
  takes.former = null;
  localStorage.removeItem('accord:former-take');
});

test('a key shows its velocity, the pedal that holds it, and its bend, in the task of the message', async () => {
  plugIn();
  keyboard.tone = 'held';
  await mount(<SecretKeyboard />);
  await change(() => chooseCategory(4));
  await change(connectDevices);
  const key = byRole('button', /^C4,/);
  const place = [key.offsetLeft, key.offsetTop, key.offsetWidth, key.offsetHeight];
  const rest = getComputedStyle(key).backgroundImage;
  const looks = new Set([rest]);
  for (const velocity of [20, 60, 100]) {
    keys.send(0x90, 60, velocity);
    looks.add(getComputedStyle(key).backgroundImage);
    expect(key.hasAttribute('data-down')).toBe(true);
    keys.send(0x80, 60, 0);
    expect(key.hasAttribute('data-down')).toBe(false);
  }
  expect(looks.size).toBe(4);
  const pedal = document.querySelector('[data-dot="pedal"]')!;
  keys.send(0xb0, 64, 127);
  expect(pedal.hasAttribute('data-lit')).toBe(true);
  expect(document.querySelector('[data-dot="incoming"]')!.hasAttribute('data-lit')).toBe(true);
  keys.send(0x90, 60, 100);
  const pressed = getComputedStyle(key).boxShadow;
  keys.send(0x80, 60, 0);
  expect([key.hasAttribute('data-down'), key.hasAttribute('data-held')]).toEqual([true, true]);
  expect(getComputedStyle(key).boxShadow).not.toBe(pressed);
  keys.send(0xe0, 127, 127);
  expect(getComputedStyle(key, '::before').content).toBe('"↑ D4"');
  keys.send(0xe0, 0, 0);
  expect(getComputedStyle(key, '::before').content).toBe('"↓ A#3"');
  expect([key.offsetLeft, key.offsetTop, key.offsetWidth, key.offsetHeight]).toEqual(place);
  keys.send(0xe0, 0, 64);
  keys.send(0xb0, 64, 0);
  expect(['data-down', 'data-held', 'data-bend'].filter((name) => key.hasAttribute(name))).toEqual([]);
  expect(pedal.hasAttribute('data-lit')).toBe(false);
  await change(() => undefined);
});

test.each([
  ['a phone', 390, 844],
  ['a small phone', 320, 640],
  ['a phone on its side', 844, 390],
  ['a desktop', 1440, 900],
] as const)(
  'the names of a soft note are on its color, and no key covers the mark of a bend on %s',
  async (_, width, height) => {
    await page.viewport(width, height);
    plugIn();
    await mount(<SecretKeyboard />);
    await change(() => chooseCategory(4));
    await change(connectDevices);
    const all = [...byRole('group', /^Piano/).querySelectorAll<HTMLElement>('[data-midi]')];
    const isBlack = (key: HTMLElement): boolean => key.getAttribute('aria-label')!.includes('#');
    const lowest = Math.max(...all.filter(isBlack).map((key) => key.getBoundingClientRect().bottom));
    keys.send(0xe0, 127, 127);
    for (const key of all) keys.send(0x90, Number(key.dataset['midi']), 1);
    for (const key of all) {
      const { bottom, height: length } = key.getBoundingClientRect();
      const strength = Number.parseFloat(key.style.getPropertyValue('--strength')) / 100;
      const names = Array.from(key.querySelectorAll('span'), (name) => name.getBoundingClientRect());
      const highest = Math.min(...names.filter((box) => box.height > 0).map(({ top }) => top));
      expect(highest).toBeGreaterThanOrEqual(bottom - strength * length);
    }
    for (const key of all.filter((each) => !isBlack(each))) {
      const mark = Number.parseFloat(getComputedStyle(key, '::before').height);
      expect(key.getBoundingClientRect().bottom - mark).toBeGreaterThan(lowest);
    }
    for (const key of all) keys.send(0x80, Number(key.dataset['midi']), 1);
    await change(() => keys.send(0xe0, 0, 64));
  },
);

test('the keys at Z and X choose the category below and above', async () => {
  await mount(<SecretKeyboard />);
  await change(() => chooseCategory(1));
  const strike = (code: string): Promise<void> =>
    change(() => void window.dispatchEvent(new KeyboardEvent('keydown', { code })));
  await strike('KeyX');
  expect(keyboard.octave).toBe(2);
  for (let i = 0; i < 3; i++) await strike('KeyZ');
  expect(keyboard.octave).toBe(0);
  await change(() => chooseCategory(4));
});

test('the tempo can be typed, stepped by 1 or tapped, and letters play also from its field', async () => {
  await mount(<SecretKeyboard />);
  await change(() => byRole('button', 'Tempo, metronome, quantize').click());
  const field = byRole('spinbutton', 'Tempo, beats a minute') as HTMLInputElement;
  await change(() => userEvent.fill(field, '97'));
  expect(takes.take.bpm).toBe(97);
  await change(() => userEvent.fill(field, '9'));
  expect(takes.take.bpm).toBe(97);
  const held: number[] = [];
  const leave = onKeys((midi, isDown) => void (isDown && held.push(midi)));
  await change(() => userEvent.keyboard('a{Enter}'));
  leave();
  expect(held).toEqual([60]);
  expect(field.value).toBe('97');
  await change(() => byRole('button', 'Faster').click());
  expect(takes.take.bpm).toBe(98);
  const tap = byRole('button', 'Tap');
  for (const time of [1000, 1400, 1800])
    await change(() => {
      const event = new PointerEvent('pointerdown', { bubbles: true });
      tap.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: time }));
    });
  expect(takes.take.bpm).toBe(150);
});
