import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hzOf, midiName, type NoteCode } from '#analysis/values/pitch.ts';
import { newMember } from '#tests/e2e/faults/stage.ts';
import { MICROPHONE_WAV } from '#tests/fakeMedia.ts';
import { GENERATED_FOLDER } from '#tests/fixtures/make.ts';
import { MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { amplitudeOf, centsOff } from '#tests/soundMeasures.ts';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import { button, heading, type Engine } from './driver.ts';
import { expect, test } from './fixtures.ts';
import { CARD_RATE, notesIn, peakOf, type SoundCard } from './soundCard.ts';
import {
  waitForInstall,
  MEASURED_S,
  nameOf,
  open,
  press,
  QUIET_LEVEL,
  shownEssence,
  toTheResults,
  wholeNote,
} from './steps.ts';

/** The main flow, once for all engines; each step goes on where the last one ended. */
test.describe.configure({ mode: 'serial' });

/** The sound of each engine's microphone, and the notes that must be found in it. */
interface Microphone {
  sing(card: SoundCard): () => void;
  notes: readonly NoteCode[];
  /** Notes that may be in the fragrance or not. */
  brief?: readonly NoteCode[];
}
const MICROPHONE: Record<Engine, Microphone> = {
  // The browser plays the melody itself.
  chromium: { sing: () => () => undefined, notes: MELODY_NOTES },
  firefox: { sing: (card) => card.sing(MICROPHONE_WAV), notes: MELODY_NOTES },
  // A hum of 150 Hz, and once a second tones of 1500 and of 500 Hz, 70 ms each, the latter perhaps heard as its third,
  // E3 (WebKit: MockRealtimeAudioSource). They last so short that it depends on the moment of the press which of them a
  // fragrance has.
  webkit: { sing: () => () => undefined, notes: ['D3'], brief: ['F#6', 'B4', 'E3'] },
};
/** Length of a recording, whole s: each note of the melody once, and the pauses between them. */
const RECORDED_S = 6;
/** Measured part of a recording, s: its first three notes. */
const HEARD_S = 3.2;
/** Tolerance of a tone's pitch, cents: a person hears five. */
const MAX_CENTS = 3;

const sortNotes = (notes: readonly string[]): string[] => [...notes].sort();

const names = (sound: Float32Array<ArrayBuffer>): string[] => notesIn(sound).map(({ midi }) => midiName(midi));

test('record with a microphone', async ({ driver }) => {
  await open(driver, '/');
  await driver.see(heading('Create Your Fragrance'));
  await waitForInstall(driver);
  await driver.click(button('Record'));
  await driver.see(button(/stop recording/i));
  const hush = MICROPHONE[driver.engine].sing(driver.card);
  // Notes gather while one sings: the sound comes from the audio thread to the worker.
  await driver.see({ css: '[data-part="essence"] > li' });
  await driver.see({ text: `0:0${RECORDED_S}` });
  await driver.click(button(/stop recording/i));
  hush();
  await driver.see(button('Create Fragrance'));
});

test('the fragrance has the right notes', async ({ driver }) => {
  await toTheResults(driver);
  const { notes, brief = [] } = MICROPHONE[driver.engine];
  const essence = await shownEssence(driver);
  const lasting = essence.filter((note) => !brief.some((one) => one === note));
  expect(sortNotes(lasting)).toEqual(sortNotes(notes));
  expect(essence.length - lasting.length).toBeGreaterThanOrEqual(Math.min(1, brief.length));
  expect(await driver.evaluate(() => localStorage.getItem('fragranceProfile'))).toContain('"source":"spectral"');
});

test('the results are restored after a reload', async ({ driver }) => {
  const before = await shownEssence(driver);
  await open(driver, '/results');
  await driver.see(heading('Your Sound, Your Scent'));
  await driver.see({ text: await nameOf(driver) });
  expect(await shownEssence(driver)).toEqual(before);
  await driver.see({ css: '[aria-live] p[data-written="true"]' });
  const drawn = await driver.evaluate(() => document.querySelectorAll('main svg[role="img"] path').length);
  expect(drawn).toBeGreaterThan(10);
});

test('the recording and its notes play', async ({ driver }) => {
  const { card } = driver;
  const essence = await shownEssence(driver);
  card.clearOutput();
  await driver.click(button('Play Recording'));
  await driver.see(button('Playing...'));
  await card.recordOutput(HEARD_S);
  const played = card.recordedSound();
  await driver.click(button('Playing...'));
  await driver.see(button('Play Recording'));
  const heard = new Set(names(played));
  expect(essence.some((note) => heard.has(note))).toBe(true);
  expect(peakOf(played)).toBeGreaterThan(0.03);
  await card.silence();

  // A stall of the machine loses or changes a note: then the next round counts.
  await expect(async () => {
    card.clearOutput();
    await driver.click(button('Play all notes'));
    await driver.see(button('Playing...'));
    await driver.see(button('Play all notes'));
    await card.silence();
    expect(names(card.recordedSound())).toEqual(essence);
  }).toPass({ timeout: WAIT_TIMEOUT_MS });
});

test('a file has the same notes', async ({ driver }) => {
  await open(driver, '/');
  await driver.see(button('Record'));
  const file = readFileSync(join(GENERATED_FOLDER, 'melody.mp3')).toString('base64');
  const drag = (type: string): Promise<void> =>
    driver.evaluate(
      ([kind, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        // Not every engine lets a script fill a DataTransfer with files.
        const dataTransfer = { types: ['Files'], files: [new File([bytes], 'melody.mp3', { type: 'audio/mpeg' })] };
        const event = Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { dataTransfer });
        document.querySelector('main')!.dispatchEvent(event);
      },
      [type, file] as const,
    );
  // It is let go where the page shows that it may be.
  await expect(async () => {
    await drag('dragenter');
    await driver.see({ text: 'Drop your sound anywhere' }, 1000);
  }).toPass({ timeout: WAIT_TIMEOUT_MS });
  await drag('dragover');
  await drag('drop');
  await toTheResults(driver);
  expect(sortNotes(await shownEssence(driver))).toEqual(sortNotes(MELODY_NOTES));
});

test('a link to it is shared and plays', async ({ driver, app }) => {
  const essence = await shownEssence(driver);
  const name = await nameOf(driver);
  await driver.click(button('Share'));
  await driver.see({ role: 'dialog', name: /^Share / });
  await driver.click(button('Share'));
  // Copied as well, where the browser lets a page do that so long after the press; the link is there to be copied
  // anywhere.
  await driver.see({ css: '[role="dialog"] a[href*="/share/"]' });
  const rows = await app.server.backend!.sql<{ share_id: string }>('select share_id from public.fragrance_shares');
  expect(rows).toHaveLength(1);

  await open(driver, `/share/${rows[0]!.share_id}`);
  await driver.see(heading(name));
  await driver.see({ text: essence.join(', ') });
  driver.card.clearOutput();
  await driver.click(button('Play the recording'));
  await driver.card.recordOutput(HEARD_S);
  const played = driver.card.recordedSound();
  await driver.click(button('Pause'));
  const heard = names(played);
  expect(new Set(heard).size).toBeGreaterThan(2);
  expect(MELODY_NOTES).toEqual(expect.arrayContaining(heard));
});

test('the keyboard plays in tune', async ({ driver }) => {
  await open(driver, '/secret-keyboard');
  await driver.see(heading('Sound Perfume Keyboard'));
  // The sound opens with a note that is not measured.
  await expect.poll(() => press(driver, 'j').then(peakOf)).toBeGreaterThan(0.01);
  for (const [key, note] of [
    ['a', 'C4'],
    ['d', 'E4'],
    ['h', 'A4'],
  ] as const) {
    const sound = await wholeNote(driver, key);
    const part = sound.subarray(MEASURED_S[0] * CARD_RATE);
    const hz = hzOf(note);
    expect(Math.abs(centsOff(part, hz, CARD_RATE))).toBeLessThan(MAX_CENTS);
    // A sine of 0.3 that fades within a second.
    expect(amplitudeOf(part, hz, CARD_RATE)).toBeCloseTo(0.16, 1);
    expect(peakOf(sound)).toBeGreaterThan(QUIET_LEVEL);
    expect(peakOf(sound)).toBeLessThan(0.33);
  }
});

test('a beat plays as it is painted', async ({ driver }) => {
  const { card } = driver;
  await open(driver, '/beat-maker?beat=2.90.8.50.1c1g1j1o');
  await driver.see(heading('Beat Maker'));
  const played = ['C4', 'E4', 'G4', 'C5'];
  for (const [i, note] of played.entries()) {
    await driver.click({ css: `[data-note="${note}"][data-column="${2 * i}"]` });
    await driver.see({ css: `[data-note="${note}"][data-column="${2 * i}"][aria-pressed="true"]` });
  }
  // The newest pad may still be on its way.
  await card.recordOutput(1);
  await card.silence();
  await driver.click(button('Play'));
  await driver.see({ css: '[data-playing][data-note]' });
  // A stall of the machine loses or changes a note: then the next round counts.
  await expect(async () => {
    card.clearOutput();
    await card.recordOutput(3.5);
    const sound = card.recordedSound();
    expect(peakOf(sound), 'the loudest sample').toBeGreaterThan(0.03);
    const heard = notesIn(sound);
    expect(heard.length).toBeGreaterThanOrEqual(4);
    const order = heard.map(({ midi }) => midiName(midi));
    expect(order).toEqual(heard.map((_, i) => played[(played.indexOf(order[0]!) + i) % 4]));
    // Two half-beat steps at 90 BPM.
    const distances = heard.slice(1).map(({ onset }, i) => onset - heard[i]!.onset);
    expect(distances.sort((a, b) => a - b)[distances.length >> 1]).toBeCloseTo(2 / 3, 1);
  }).toPass({ timeout: WAIT_TIMEOUT_MS });
  await driver.click(button('Pause'));
});

test('a member saves it', async ({ driver, app }) => {
  const member = await newMember(app);
  await open(driver, '/login');
  await driver.type({ label: 'Email' }, member.email);
  await driver.type({ label: 'Password' }, member.password);
  await driver.click(button('Sign In'));
  await driver.see(button(/^Account of/));
  await open(driver, '/results');
  await driver.see(heading('Your Sound, Your Scent'));
  const name = await nameOf(driver);
  await driver.click(button('Save to my profile'));
  await driver.see({ text: 'Saved to my profile' });
  const rows = await app.server.backend!.sql<{ name: string }>(
    'select name from public.fragrance_profiles where user_id = $1',
    [member.id],
  );
  expect(rows).toEqual([{ name }]);
  await open(driver, '/profile');
  await driver.click({ text: 'Fragrances' });
  await driver.see({ text: name });
});

test.describe('without a connection', () => {
  // The browser itself logs each request without an answer.
  test.use({
    expectedConsole: [
      /Failed to load resource|Could not connect|NetworkError|CORS request did not succeed|network connection was lost/i,
    ],
  });

  test('the app opens without a connection, and plays', async ({ driver, app }) => {
    await open(driver, '/');
    await waitForInstall(driver);
    app.gate.break(/./, { kind: 'down' });
    await open(driver, '/secret-keyboard');
    await driver.see(heading('Sound Perfume Keyboard'));
    await driver.see({ text: 'Offline' });
    await expect.poll(() => press(driver, 'a').then(peakOf)).toBeGreaterThan(0.1);
    await open(driver, '/');
    await driver.see(heading('Create Your Fragrance'));
    app.gate.heal();
  });
});
