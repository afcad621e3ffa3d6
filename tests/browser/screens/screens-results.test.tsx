import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { VoicePool } from '#features/instruments/audio/sound/voices.ts';
import { openingAndRest } from '#screens/results/words.ts';
import Results from '#screens/results/Results.tsx';
import { characterOf } from '#features/fragrance/domain/timbre/character.ts';
import { proportionsOf } from '#features/fragrance/domain/timbre/proportions.ts';
import { noteColors } from '#features/fragrance/domain/drawing/noteColors.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { storeRecordingBytes } from '#core/recordings/storedRecordings.ts';
import { leaveProcessing } from '#features/create/state/processing/processing.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragrance } from '#features/fragrance/state/current.ts';
import { deleteCurrentFragrance, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { playbackPosition, player, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { currentPalette } from '#features/fragrance/components/usePalette.ts';
import { MELODY_MIDI, MELODY_FRAGRANCE as profile } from '../testData.ts';
import { fixtureFile } from '../support/fixtureFiles.ts';
import { allByRole, areInOrder, byRole, change, mount, pass, press, stopTheClock, text } from '../support/mount.tsx';
import { withTimeout } from '#tests/withTimeout.ts';

const notices: Notice[] = [];
let stopListening = () => {};

beforeEach(() => {
  notices.length = 0;
  stopListening = onNotice((notice) => notices.push(notice));
  localStorage.clear();
  history.pushState(null, '', '/results');
});

afterEach(() => {
  stopPlaying();
  stopListening();
  deleteCurrentFragrance();
  localStorage.clear();
});

async function show(shown: Fragrance = profile): Promise<HTMLElement> {
  setCurrentFragrance(shown);
  return mount(<Results />);
}

/** The part of the results that opens on demand. */
const foldOf = (title: string): HTMLDetailsElement => byRole('heading', title).closest('details')!;

/** Unfolds the measurements. */
async function openWhy(): Promise<void> {
  const why = foldOf('Why?');
  if (!why.open) await change(() => (why.open = true));
}

/** Opens an entry of the list that is closed. */
async function open(title: string): Promise<void> {
  await openWhy();
  const entry = byRole('button', new RegExp(`^${title}`));
  if (entry.dataset['state'] === 'closed') await press(entry);
}

const chip = (code: string) => document.querySelector<HTMLElement>(`[data-note="${code}"]`)!;
const rgb = (hex: string) => `rgb(${[1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)).join(', ')})`;

describe('the results show', () => {
  test('each note in the colour of its material, in the scheme of the visitor', async () => {
    await show();
    const scheme = currentPalette().scheme;
    for (const code of profile.musicEssence) {
      const { fill, onFill } = noteColors(code, scheme);
      expect(getComputedStyle(chip(code)).backgroundColor).toBe(rgb(fill));
      expect(getComputedStyle(chip(code)).color).toBe(rgb(onFill));
    }
  });

  test('the specified parts in their order, then cards, the recipe and the measurements', async () => {
    await show();
    // Its script is fetched when the results are there.
    await expect.poll(() => allByRole('heading', 'Smell it tonight').length).toBe(1);
    expect(byRole('heading', 'Your Sound, Your Scent').tagName).toBe('H1');
    const parts = [
      byRole('heading', 'Your Sound, Your Scent'),
      byRole('heading', profile.name),
      byRole('button', 'Share'),
      ...['MUSIC ESSENCE', 'TOP NOTES', 'MIDDLE NOTES', 'BASE NOTES'].map((title) => byRole('heading', title)),
      document.querySelector('[aria-label="Profile summary"]')!,
      document.querySelector('[aria-label="Cards to send on"]')!,
      byRole('heading', 'Smell it tonight'),
      byRole('heading', 'The recipe'),
      byRole('heading', 'Why?'),
    ];
    expect(areInOrder(parts)).toBe(true);
    expect(document.querySelector('svg[role="img"]')!.getAttribute('aria-label')).toContain(profile.name);
    for (const name of [...profile.topNotes, ...profile.middleNotes, ...profile.baseNotes])
      expect(byRole('button', name)).toBeTruthy();
    for (const measure of ['Intensity', 'Complexity', 'Persistence']) expect(text()).toContain(measure);
    expect(text()).not.toContain('We found no clear pitch');
    const grid = chip('A4').closest('ul')!;
    expect(getComputedStyle(grid).gridTemplateColumns.split(' ')).toHaveLength(3);
    const tiles = [...grid.querySelectorAll<HTMLElement>('[data-note]')];
    expect(tiles.map(({ dataset }) => dataset['note'])).toEqual(profile.musicEssence);
    // All have one size: a fourth one leaves its row open.
    expect(tiles).toHaveLength(4);
    expect(new Set(tiles.map((tile) => Math.round(tile.getBoundingClientRect().width))).size).toBe(1);
  });

  test('the measurements: accents with reasons, the character with numbers, and parts of 100', async () => {
    await show({
      ...profile,
      accents: [{ note: 'E6', of: 'A4', partial: 3, level: -6 }],
      character: characterOf({
        centroid: 1200,
        brightness: 2.4,
        warmth: 0.3,
        flatness: 0.05,
        harmonicity: 28,
        roughness: 0.04,
        attack: 0.012,
        vibrato: { rate: 6, depth: 80 },
        wander: 3,
      }),
      proportions: proportionsOf(profile.musicEssence, profile.trace!.notes),
    });
    // Folded: the results come first.
    expect(allByRole('button', /^ACCENTS/)).toEqual([]);
    await open('ACCENTS');
    await open('CHARACTER');
    await open('PROPORTIONS');
    expect(text()).toContain('Above your A4 rings an E6, its second overtone: Bergamot.');
    expect(document.querySelector('figcaption')!.textContent).toBe(
      'Your sound is balanced, veiled, smooth, struck, trembling.',
    );
    expect(document.querySelector('figure polygon')).toBeTruthy();
    const parts = [...document.querySelectorAll('[aria-label="Parts of 100"] b')].map((part) =>
      Number(part.textContent),
    );
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(100);
    await press(byRole('button', 'Play only the accents'));
    await expect.poll(() => player.sounding).toBe('notes');
    expect(player.note).toBe('E6');
    await press(byRole('button', 'Playing...'));
    await expect.poll(() => player.sounding).toBeNull();
    await press(byRole('button', /^\d+.*A4, /));
    expect(player.note).toBe('A4');
  });

  test('names the families of the notes where these differ', async () => {
    await show({ ...profile, musicEssence: ['C4', 'E5'] });
    expect(chip('C4').innerText).toContain('Spice');
    await show({ ...profile, musicEssence: ['C4', 'E4'] });
    expect(chip('C4').innerText).not.toContain('Spice');
  });

  test('a note that was not sung in another style, with its source', async () => {
    await show({ ...profile, musicEssence: [...profile.musicEssence, 'A5'] });
    expect(
      [...document.querySelectorAll('[data-note][data-added]')].map((one) => one.getAttribute('data-note')),
    ).toEqual(['A5']);
    expect(text()).toContain('You did not sing or play A5: it rang along as an overtone, and brought');
  });

  test('the materials to smell tonight, with their places, a recipe and a picture to send, each on demand', async () => {
    await show();
    await expect.poll(() => allByRole('heading', 'Smell it tonight').length).toBe(1);
    for (const title of ['Smell it tonight', 'The recipe', 'Why?']) expect(foldOf(title).open).toBe(false);
    const section = document.querySelector('[aria-labelledby="smell-it-tonight"]')!;
    expect(section.textContent).toContain(profile.name);
    expect(text()).toContain('Two of these are in your kitchen. Go and smell them.');
    const steps = [...section.querySelectorAll<HTMLElement>('[aria-label="Where to smell them"] li')];
    expect(steps.map((step) => step.querySelector('h4')!.textContent)).toEqual([
      'Clary Sage',
      'Orris',
      'Black Pepper',
      'Clove',
    ]);
    await change(() => (foldOf('Smell it tonight').open = true));
    expect(new Set(steps.map((step) => Math.round(step.getBoundingClientRect().width))).size).toBe(1);
    await change(() => (foldOf('The recipe').open = true));
    const drops = [...section.querySelectorAll('[aria-label="Recipe"] li')].map((drop) => parseInt(drop.textContent!));
    expect(drops.reduce((sum, drop) => sum + drop, 0)).toBe(20);
    expect(byRole('button', /^(Send|Save) picture$/)).toBeTruthy();
  });

  test('no section of measurements without measurements', async () => {
    await show();
    await openWhy();
    for (const title of ['ACCENTS', 'CHARACTER', 'PROPORTIONS']) expect(text()).not.toContain(title);
  });

  test('the description after 1.5 s, in a reserved place', async () => {
    stopTheClock();
    await show();
    const [opening, rest] = openingAndRest(profile.description);
    const paragraph = () => [...document.querySelectorAll('p')].find(({ textContent }) => textContent === opening)!;
    const before = paragraph().getBoundingClientRect();
    expect(text()).not.toContain(opening);
    expect(text()).not.toContain(rest);
    await pass(1499);
    expect(text()).not.toContain(opening);
    await pass(1);
    expect(text()).toContain(opening);
    expect(text()).toContain(rest);
    expect(paragraph().getBoundingClientRect().height).toBe(before.height);
  });

  test('a failed engine once, and one button analyses again', async () => {
    const file = await fixtureFile('melody.mp3');
    await storeRecordingBytes('unheard', file);
    const now = new Date(0);
    const unheard = fragranceFromEssence({ essence: ['C2', 'G5', 'D3'], source: 'byte-hash', now, name: 'Riddle' });
    await show({ ...unheard, recordingId: 'unheard', engineFailed: true });
    const sentences = text().match(/[^.!?\n]*(analy[sz]ed?\b|no clear pitch|bytes|not heard)[^.!?\n]*[.!?]/gi) ?? [];
    expect(sentences.map((sentence) => sentence.trim())).toEqual([
      'Your browser could not analyze this sound, so your scent comes from its texture.',
    ]);
    await press(byRole('button', 'Listen again'));
    await expect.poll(() => fragrance.current?.source).toBe('spectral');
    expect(fragrance.current).toMatchObject({ recordingId: 'unheard' });
    expect(fragrance.current?.engineFailed).toBeUndefined();
    expect(location.pathname).toBe('/processing');
    leaveProcessing();
  });

  test('an explanation for a sound without pitch, and for each of its notes', async () => {
    await show({ ...profile, source: 'resonance', trace: { ...profile.trace!, notes: [] } });
    expect(text()).toContain('We found no clear pitch, so your scent comes from the texture of your sound.');
    for (const [note, hz] of Object.entries({ A4: 440, C5: 523, E5: 659, D4: 294 }))
      expect(text()).toContain(`${note} is a resonance, not a note: your sound is strong around ${hz} Hz.`);
  });
});

describe('the notes of the results', () => {
  test('sound when they are pressed, and stay lit for 1.5 s', async () => {
    await show();
    stopTheClock();
    await change(() =>
      chip('C5').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, isPrimary: true })),
    );
    expect(chip('C5').dataset['lit']).toBe('true');
    expect(chip('A4').dataset['lit']).toBe('false');
    expect(player.note).toBe('C5');
    await pass(1499);
    expect(chip('C5').dataset['lit']).toBe('true');
    await pass(1);
    expect(chip('C5').dataset['lit']).toBe('false');
  });

  test('sound by the keyboard as well', async () => {
    await show();
    await change(() => chip('E5').click());
    expect(player.note).toBe('E5');
  });

  test('light up one after the other with Play all, 0.6 s apart @slow', async () => {
    await show({ ...profile, musicEssence: profile.musicEssence.slice(0, 3) });
    const all = byRole('button', 'Play all notes');
    const start = vi.spyOn(VoicePool.prototype, 'start');
    const lit: string[] = [];
    const watch = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const { lit: isLit, note } = (target as HTMLElement).dataset;
        if (isLit === 'true' && note !== undefined) lit.push(note);
      }
    });
    watch.observe(document.body, { subtree: true, attributeFilter: ['data-lit'] });
    await press(all);
    expect(byRole('button', 'Playing...')).toBe(all);
    await expect.poll(() => player.sounding).toBeNull();
    await expect.poll(() => allByRole('button', 'Play all notes')[0]).toBe(all);
    watch.disconnect();
    // A busy page draws fewer of them.
    expect(lit).toEqual(profile.musicEssence.slice(0, 3).filter((note) => lit.includes(note)));
    expect(lit.length).toBeGreaterThan(0);
    const times = start.mock.calls.map(([{ time }]) => time!);
    expect(times.map((time) => time - times[0]!)).toEqual([0, expect.closeTo(0.6, 6), expect.closeTo(1.2, 6)]);
  });
});

describe('the results during playback of the recording', () => {
  test('move the petals and light up the notes of the essence as they sound, without any announcement @slow', async () => {
    await show();
    const aloud: string[] = [];
    const live = new MutationObserver((changes) => {
      for (const { target } of changes)
        if (
          (target instanceof Element ? target : target.parentElement)?.closest('[aria-live], output, [role="status"]')
        )
          aloud.push(target.textContent ?? '');
    });
    live.observe(document.body, { subtree: true, childList: true, characterData: true });
    const moved = new Set<string>();
    const petals = new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element && target.matches('svg[role="img"] path[data-now]'))
          moved.add(target.getAttribute('d')!);
    });
    petals.observe(document.body, { subtree: true, attributeFilter: ['data-now'] });
    await press(byRole('button', 'Play Recording'));
    await expect.poll(() => player.sounding).toBe('recording');
    const lit: string[] = [];
    await expect
      .poll(
        () => {
          const now = [...document.querySelectorAll<HTMLElement>('[data-note][data-sounding]')];
          for (const { dataset } of now) if (lit.at(-1) !== dataset['note']) lit.push(dataset['note']!);
          return player.sounding === null;
        },
        { interval: 20 },
      )
      .toBe(true);
    live.disconnect();
    petals.disconnect();
    // A petal is drawn of several paths.
    expect(moved.size).toBeGreaterThanOrEqual(MELODY_MIDI.length);
    expect(document.querySelector('path[data-now]')).toBeNull();
    expect(lit).toEqual(['A4', 'C5', 'E5', 'A4', 'D4']);
    expect(document.querySelector('[data-sounding]')).toBeNull();
    expect(aloud).toEqual([]);
  });
});

describe('the flower of the results', () => {
  test('plays by keyboard: the arrows go through the notes in their order, Enter plays everything', async () => {
    await show();
    const slider = byRole('slider', 'Notes of the flower') as HTMLInputElement;
    expect(slider.getAttribute('aria-valuetext')).toBe('All notes');
    slider.focus();
    const valueTexts: (string | null)[] = [];
    const named: (string | undefined)[] = [];
    for (let i = 0; i < MELODY_MIDI.length; i++) {
      await userEvent.keyboard('{ArrowRight}');
      await change(() => {});
      valueTexts.push(slider.getAttribute('aria-valuetext'));
      named.push(document.querySelector('[style*="--note"][aria-hidden="true"] > strong')?.textContent);
    }
    expect(named).toEqual(['A4', 'C5', 'E5', 'A4', 'D4']);
    expect(valueTexts.map((words) => words?.slice(0, 2))).toEqual(named);
    expect(valueTexts[1]).toBe('C5, Orris, at 0:00');
    await expect.poll(() => player.sounding).toBe('recording');
    await change(() => stopPlaying());
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => player.sounding).toBe('recording');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => player.sounding).toBe(null);
  });
});

describe('the actions of the results', () => {
  const actions = () => [...byRole('button', 'Share').parentElement!.querySelectorAll<HTMLElement>('button')];

  test('have sharing first, playing and saving next to it, and everything else in one menu', async () => {
    await show();
    await expect.poll(() => document.querySelector('[aria-haspopup="menu"]')).not.toBeNull();
    expect(actions().map((button) => button.textContent.trim())).toEqual([
      'Share',
      'Play Recording',
      'Save to my profile',
      'More',
    ]);
    expect(actions().filter(({ className }) => className.includes('primary'))).toEqual([byRole('button', 'Share')]);
  });

  test('neither move nor change size when the recording is played', async () => {
    await show();
    await expect.poll(() => document.querySelector('[aria-haspopup="menu"]')).not.toBeNull();
    const boxes = () => actions().map((button) => JSON.stringify(button.getBoundingClientRect()));
    const before = boxes();
    // At the moment of the change: on a busy page the recording may end before the test reads it.
    const during = new Promise<string[]>((resolve) => {
      const watch = new MutationObserver(() => {
        if (allByRole('button', 'Playing...').length === 0) return;
        watch.disconnect();
        resolve(boxes());
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await press(byRole('button', 'Play Recording'));
    expect(await withTimeout('a button that says Playing...', during)).toEqual(before);
  });
});

describe('the section "Why these notes?"', () => {
  const notes = () => [...document.querySelectorAll<HTMLElement>('[data-index]')];

  test('chooses, plays and explains a note at a press near it', async () => {
    await show();
    await openWhy();
    const note = notes()[2]!;
    note.scrollIntoView({ block: 'center' });
    await press(note);
    expect(player.note).toBe('E5');
    expect(note.getAttribute('aria-pressed')).toBe('true');
    expect(text()).toContain('E5 comes third: heard once');
    await expect.poll(() => note.hasAttribute('data-lit')).toBe(true);
  });

  test('goes through the notes by arrow keys', async () => {
    await show();
    await openWhy();
    await change(() => notes()[0]!.focus());
    expect(notes().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    await change(() =>
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }),
      ),
    );
    expect((document.activeElement as HTMLElement).dataset['index']).toBe('4');
    await change(() =>
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true }),
      ),
    );
    expect((document.activeElement as HTMLElement).dataset['index']).toBe('3');
    expect(player.note).toBe('A4');
  });

  test('has no roll without a recording, and its notes play', async () => {
    const { trace: _trace, ...bare } = profile;
    await show({ ...bare, source: 'beat' });
    expect(notes()).toEqual([]);
    expect(allByRole('button', 'Play Recording')).toEqual([]);
    await press(byRole('button', 'Play Sound'));
    await expect.poll(() => player.sounding).toBe('recording');
    await expect.poll(() => playbackPosition()).toBeGreaterThan(0);
    expect(notices).toEqual([]);
  });

  test('shows the specified message for an unreachable recording, and plays its notes instead', async () => {
    await show();
    await press(byRole('button', 'Play Recording'));
    await expect.poll(() => playbackPosition()).toBeGreaterThan(0);
    expect(notices).toEqual([
      expect.objectContaining({ title: 'No audio recording available', description: 'Playing its notes instead.' }),
    ]);
  });
});
