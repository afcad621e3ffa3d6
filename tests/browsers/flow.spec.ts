import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hzOfMidi, midiName, type NoteCode } from '../../src/domain/pitch/pitch.ts';
import { newMember } from '../faults/stage.ts';
import { MICROPHONE_WAV } from '../fakeMedia.ts';
import { GENERATED } from '../fixtures/make.ts';
import { MELODY_NOTES } from '../fixtures/melody.ts';
import { amplitudeOf, centsOff } from '../soundMeasures.ts';
import { button, heading, type Driver, type Engine } from './driver.ts';
import { expect, test } from './house.ts';
import { CARD_RATE, type SoundCard } from './soundCard.ts';

/** The main flow, once for all engines; each step goes on where the last one ended. */
test.describe.configure({ mode: 'serial' });

/** What each engine's microphone hears, and the notes that must be found in it. */
const MICROPHONE: Record<Engine, { sing(card: SoundCard): void; notes: readonly NoteCode[]; whole: boolean }> = {
  // The browser plays the melody itself.
  chromium: { sing: () => undefined, notes: MELODY_NOTES, whole: true },
  firefox: { sing: (card) => card.sing(MICROPHONE_WAV), notes: MELODY_NOTES, whole: true },
  // A hum of 150 Hz, and once a second two short tones, of which one has 1500 Hz; of the other and the hum together
  // something else may be heard (WebKit: MockRealtimeAudioSource).
  webkit: { sing: () => undefined, notes: ['D3', 'F#6'], whole: false },
};
/** Whole seconds that are recorded: the melody, and time for whoever sings it to draw breath. */
const RECORDED_S = 7;
/** A note of the keyboard fades for one second. */
const NOTE_S = 1.15;
/** The part of a note that is measured, s after its onset: past the attack, and loud. */
const MEASURED_S = [0.05, 0.35] as const;
/** How far a tone may be from its pitch, cents: a person hears five. */
const MAX_CENTS = 3;

const sorted = (notes: readonly string[]): string[] => [...notes].sort();

/** The essence on the results page. */
const shownEssence = (driver: Driver): Promise<string[]> =>
  driver.evaluate(() => {
    const section = [...document.querySelectorAll('section')].find((one) =>
      one.querySelector('h2, h3')?.textContent?.includes('MUSIC ESSENCE'),
    );
    return [...(section?.querySelectorAll('[data-note]') ?? [])].map((chip) => chip.getAttribute('data-note') ?? '');
  });

const nameOf = (driver: Driver): Promise<string> =>
  driver.evaluate(() => (JSON.parse(localStorage.getItem('fragranceProfile') ?? '{}') as { name?: string }).name ?? '');

const names = (card: SoundCard): string[] => card.notes().map(({ midi }) => midiName(midi));

/** Opens a path, and waits until the app stands in the place of the page's first picture, on which a press does nothing yet. */
async function open(driver: Driver, path: string): Promise<void> {
  await driver.open(path);
  await expect
    .poll(() =>
      driver.evaluate(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
      ),
    )
    .toBe(true);
}

/** Waits for the results of what was recorded or dropped. */
async function toTheResults(driver: Driver): Promise<void> {
  await driver.click(button('Create Fragrance'));
  // Offered as soon as the analysis is done; the page may go on by itself just then.
  const skip = (): void =>
    [...document.querySelectorAll<HTMLElement>('a, button')].find((one) => one.textContent === 'Skip')?.click();
  await expect
    .poll(
      async () => {
        const path = await driver.path();
        if (path === '/processing') await driver.evaluate(skip);
        return path;
      },
      { timeout: 40_000 },
    )
    .toBe('/results');
  await driver.see(heading('Your Sound, Your Scent'));
}

test('record with a microphone', async ({ driver }) => {
  await open(driver, '/');
  await driver.see(heading('Create Your Fragrance'));
  await driver.click(button('Record'));
  await driver.see(button(/stop recording/i));
  MICROPHONE[driver.engine].sing(driver.card);
  // Notes gather while one sings: the sound comes from the audio thread to the worker.
  await driver.see({ css: '[data-part="essence"] > li' });
  await driver.see({ text: `0:0${RECORDED_S}` });
  await driver.click(button(/stop recording/i));
  await driver.see(button('Create Fragrance'));
});

test('its notes are right', async ({ driver }) => {
  await toTheResults(driver);
  const { notes, whole } = MICROPHONE[driver.engine];
  const essence = await shownEssence(driver);
  if (whole) expect(sorted(essence)).toEqual(sorted(notes));
  else expect(essence).toEqual(expect.arrayContaining([...notes]));
  expect(await driver.evaluate(() => localStorage.getItem('fragranceProfile'))).toContain('"source":"spectral"');
});

test('the results are there again', async ({ driver }) => {
  const before = await shownEssence(driver);
  await open(driver, '/results');
  await driver.see(heading('Your Sound, Your Scent'));
  await driver.see({ text: await nameOf(driver) });
  expect(await shownEssence(driver)).toEqual(before);
  await driver.see({ css: '[aria-live] p[data-written="true"]' });
  const drawn = await driver.evaluate(() => document.querySelectorAll('main svg[role="img"] path').length);
  expect(drawn).toBeGreaterThan(10);
});

test('the recording and its notes are heard', async ({ driver }) => {
  const { card } = driver;
  const essence = await shownEssence(driver);
  card.listenAnew();
  await driver.click(button('Play Recording'));
  await driver.see(button('Playing...'));
  await card.listenFor(4);
  await driver.click(button('Playing...'));
  await driver.see(button('Play Recording'));
  const heard = new Set(names(card));
  expect(essence.filter((note) => heard.has(note)).length).toBeGreaterThanOrEqual(
    MICROPHONE[driver.engine].whole ? 2 : 1,
  );
  expect(card.peakOfLast(4)).toBeGreaterThan(0.03);
  await card.listenFor(0.5);
  expect(card.peakOfLast(0.2)).toBeLessThan(1e-3);

  card.listenAnew();
  await driver.click(button('Play all notes'));
  await driver.see(button('Playing...'));
  await driver.see(button('Play all notes'));
  await card.listenFor(NOTE_S);
  expect(names(card)).toEqual(essence);
});

test('a file has the same notes', async ({ driver }) => {
  await open(driver, '/');
  await driver.see(button('Record'));
  const file = readFileSync(join(GENERATED, 'melody.mp3')).toString('base64');
  await driver.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    // Not every engine lets a script fill a DataTransfer with files.
    const dataTransfer = { types: ['Files'], files: [new File([bytes], 'melody.mp3', { type: 'audio/mpeg' })] };
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer });
      document.querySelector('main')!.dispatchEvent(event);
    }
  }, file);
  await toTheResults(driver);
  expect(sorted(await shownEssence(driver))).toEqual(sorted(MELODY_NOTES));
});

test('a link to it is shared and heard', async ({ driver, house }) => {
  const essence = await shownEssence(driver);
  const name = await nameOf(driver);
  await driver.click(button('Share'));
  await driver.see({ role: 'dialog', name: /^Share / });
  await driver.click(button('Share'));
  // Copied as well, where the browser lets a page do that so long after the press; the link is there to be copied anywhere.
  await driver.see({ css: '[role="dialog"] a[href*="/share/"]' });
  const rows = await house.server.backend!.sql<{ share_id: string }>('select share_id from public.fragrance_shares');
  expect(rows).toHaveLength(1);

  await open(driver, `/share/${rows[0]!.share_id}`);
  await driver.see(heading(name));
  await driver.see({ text: essence.join(', ') });
  driver.card.listenAnew();
  await driver.click(button('Play the recording'));
  await driver.card.listenFor(4);
  await driver.click(button('Pause'));
  const heard = names(driver.card);
  expect(new Set(heard).size).toBeGreaterThan(2);
  expect(MELODY_NOTES).toEqual(expect.arrayContaining(heard));
});

test('the keyboard sounds, in tune', async ({ driver }) => {
  const { card } = driver;
  await open(driver, '/secret-keyboard');
  await driver.see(heading('Sound Perfume Keyboard'));
  // The sound opens with a note that is not measured.
  await expect
    .poll(async () => {
      await driver.down('j');
      await driver.up('j');
      await card.listenFor(0.2);
      return card.peakOfLast(0.3);
    })
    .toBeGreaterThan(0.01);
  await card.listenFor(NOTE_S);
  card.listenAnew();
  for (const key of ['a', 'd', 'h']) {
    await driver.down(key);
    await driver.see({ css: '[data-down]' });
    await driver.up(key);
    await card.listenFor(NOTE_S);
  }
  const [sound, notes] = [card.heard(), card.notes()];
  expect(notes.map(({ midi }) => midiName(midi))).toEqual(['C4', 'E4', 'A4']);
  for (const { midi, onset } of notes) {
    const [from, to] = MEASURED_S;
    const part = sound.subarray((onset + from) * CARD_RATE, (onset + to) * CARD_RATE);
    const hz = hzOfMidi(midi);
    expect(Math.abs(centsOff(part, hz, CARD_RATE))).toBeLessThan(MAX_CENTS);
    // A sine of 0.3 that fades within a second; 0.16, and less where a busy machine left a gap.
    const amplitude = amplitudeOf(part, hz, CARD_RATE);
    expect(amplitude).toBeGreaterThan(0.08);
    expect(amplitude).toBeLessThan(0.2);
  }
  const peak = sound.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  expect(peak).toBeGreaterThan(0.25);
  expect(peak).toBeLessThan(0.33);
  await driver.see({ text: /^Touch to sound: \d+ ms$/ });
});

test('a beat is heard as it is painted', async ({ driver }) => {
  const { card } = driver;
  await open(driver, '/beat-maker?beat=1.60.8.50.1c1g1j1o.00000000');
  await driver.see(heading('Beat Maker'));
  const played = ['C4', 'E4', 'G4', 'C5'];
  for (const [i, note] of played.entries()) {
    await driver.click({ css: `[data-note="${note}"][data-column="${2 * i}"]` });
    await driver.see({ css: `[data-note="${note}"][data-column="${2 * i}"][aria-pressed="true"]` });
  }
  await card.listenFor(1);
  card.listenAnew();
  await driver.click(button('Play'));
  await driver.see({ css: '[data-playing][data-note]' });
  await card.listenFor(5);
  await driver.click(button('Pause'));
  const heard = card.notes();
  expect(heard.length).toBeGreaterThanOrEqual(5);
  expect(heard.map(({ midi }) => midiName(midi))).toEqual(heard.map((_, i) => played[i % 4]));
  // Two half-beat steps at 60 BPM are one second apart.
  for (const [i, { onset }] of heard.entries()) if (i > 0) expect(onset - heard[i - 1]!.onset).toBeCloseTo(1, 1);
});

test('a member saves it', async ({ driver, house }) => {
  const member = await newMember(house);
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
  const rows = await house.server.backend!.sql<{ name: string }>(
    'select name from public.fragrance_profiles where user_id = $1',
    [member.id],
  );
  expect(rows).toEqual([{ name }]);
  await open(driver, '/profile');
  await driver.click({ text: 'Fragrances' });
  await driver.see({ text: name });
});

test.describe('without a connection', () => {
  // The browser itself writes down each request that nobody answers.
  test.use({
    expectedConsole: [
      /Failed to load resource|Could not connect|NetworkError|CORS request did not succeed|network connection was lost/i,
    ],
  });

  test('it opens without a connection, and sounds', async ({ driver, house }) => {
    await open(driver, '/');
    await expect
      .poll(
        () =>
          driver.evaluate(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)),
        {
          timeout: 60_000,
        },
      )
      .toBe(true);
    house.gate.break(/./, { kind: 'down' });
    await open(driver, '/secret-keyboard');
    await driver.see(heading('Sound Perfume Keyboard'));
    await driver.see({ text: 'Offline' });
    driver.card.listenAnew();
    await expect
      .poll(async () => {
        await driver.down('a');
        await driver.up('a');
        await driver.card.listenFor(0.2);
        return driver.card.peakOfLast(0.3);
      })
      .toBeGreaterThan(0.1);
    await open(driver, '/');
    await driver.see(heading('Create Your Fragrance'));
    house.gate.heal();
  });
});
