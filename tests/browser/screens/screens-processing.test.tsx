import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import Processing from '#screens/processing/Processing.tsx';
import { PROCESSING_MESSAGES, TICK_MS } from '#screens/processing/choreography.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragrance } from '#features/fragrance/state/current.ts';
import { deleteCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { leaveProcessing, processing } from '#features/create/state/processing/processing.ts';
import { resetRecording } from '#features/create/state/recording/currentSound.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import { allByRole, byRole, change, mount, pass, press, stopTheClock, text } from '../support/mount.tsx';
import { clockAhead } from '../support/clock.ts';

beforeEach(() => {
  history.pushState(null, '', '/processing');
  localStorage.clear();
});

afterEach(() => {
  leaveProcessing();
  deleteCurrentFragrance();
  resetRecording();
  localStorage.clear();
  sessionStorage.removeItem('accord:processing');
});

/** A fragrance whose notes were sung one after the other. */
function fragranceOfSung(notes: NoteCode[]): Fragrance {
  return fragranceFromEssence({
    essence: notes,
    source: 'spectral',
    now: new Date(0),
    trace: {
      duration: notes.length,
      peaks: [],
      notes: notes.map((note, i) => ({ note, onset: i, offset: i + 1, velocity: 1, cents: 0 })),
    },
  });
}

const percent = () => document.querySelector('progress')!.value;

/** Interval at which the screen reads the clock, ms. */
const LOOK_MS = TICK_MS / 3;
let putAhead: (ms: number) => void;

async function begin(status: 'analyzing' | 'done'): Promise<void> {
  stopTheClock();
  putAhead = clockAhead();
  processing.status = status;
  await mount(<Processing />);
}

/** Moves the clock by so many ms at once, as for a page that stood still, to the next look at it. */
async function jump(ms: number): Promise<void> {
  putAhead(ms - LOOK_MS);
  await pass(LOOK_MS);
}

describe('the processing screen', () => {
  test('has a ring "liquefying..." with five messages and a notice', async () => {
    await begin('analyzing');
    expect(document.querySelector('progress')!.getAttribute('aria-label')).toBe('liquefying...');
    expect(text()).toContain('liquefying...');
    expect(text()).toMatch(/upload music responsibly/);
    expect(text()).toMatch(/deleted after 30 days/);
    const seen: (string | undefined)[] = [];
    for (let i = 0; i < 5; i++) {
      seen.push(document.querySelector('[data-part="message"]')?.textContent ?? undefined);
      await jump(1250);
    }
    expect(seen).toEqual([...PROCESSING_MESSAGES]);
  });

  test('is replaced by the results after 7 s', async () => {
    await begin('done');
    const length = history.length;
    await jump(6900);
    expect(location.pathname).toBe('/processing');
    await jump(150);
    await expect.poll(() => location.pathname).toBe('/results');
    expect(history.length).toBe(length);
    expect(processing.status).toBe('idle');
  });

  test('never ends before the analysis is done, and stops at 98 %', async () => {
    await begin('analyzing');
    await jump(15_000);
    expect(location.pathname).toBe('/processing');
    expect(percent()).toBe(98);
    expect(allByRole('button', 'Skip')).toEqual([]);
    await change(() => {
      processing.status = 'done';
    });
    await jump(100);
    await expect.poll(() => location.pathname).toBe('/results');
  });

  test('can be skipped once the result is there', async () => {
    await begin('analyzing');
    await jump(1000);
    expect(allByRole('button', 'Skip')).toEqual([]);
    await change(() => {
      processing.status = 'done';
    });
    await jump(100);
    await press(byRole('button', 'Skip'));
    await expect.poll(() => location.pathname).toBe('/results');
  });
});

describe('the reveal', () => {
  const made = fragranceOfSung(['F#4', 'D4', 'E5']);
  const shownCard = () => document.querySelector('[data-card]')?.getAttribute('data-card');
  const announced = () => document.querySelector('output')!.textContent;
  const arrow = (key: string) =>
    change(() => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

  async function reveal(): Promise<void> {
    fragrance.current = made;
    await begin('done');
    await jump(100);
  }

  test('shows its cards one after the other, announces each once, and the name last', async () => {
    recorder.recordingMode = 'upload';
    await reveal();
    const kinds: unknown[] = [];
    const sentences: string[] = [];
    for (let ms = 100; ms < 6900; ms += 200) {
      if (shownCard() !== kinds.at(-1)) kinds.push(shownCard());
      if (announced() !== sentences.at(-1)) sentences.push(announced());
      await jump(200);
    }
    expect(kinds).toEqual(['lowest', 'highest', 'accord', 'name']);
    expect(sentences).toHaveLength(4);
    expect(sentences[0]).toBe('The lowest note, D4, is Clove.');
    expect(sentences[3]).toContain(made.name);
    // The messages of the wait are read, not announced beside the cards.
    expect(document.querySelectorAll('main output, main [aria-live], main [role=status]')).toHaveLength(1);
  });

  test('addresses a singer as "you"', async () => {
    recorder.recordingMode = 'live';
    await reveal();
    expect(announced()).toBe('Your lowest note, D4, is Clove.');
  });

  test('turns forward and back by arrow keys and taps, and leads to the results after the last card', async () => {
    await reveal();
    await arrow('ArrowRight');
    expect(shownCard()).toBe('highest');
    await arrow('ArrowLeft');
    expect(shownCard()).toBe('lowest');
    await arrow('ArrowLeft');
    expect(shownCard()).toBe('lowest');
    await press(document.querySelector('main section')!);
    expect(shownCard()).toBe('highest');
    await arrow('ArrowRight');
    await arrow('ArrowRight');
    expect(shownCard()).toBe('name');
    expect(location.pathname).toBe('/processing');
    await arrow('ArrowRight');
    await expect.poll(() => location.pathname).toBe('/results');
  });

  test('ignores a tap before the first card', async () => {
    await begin('analyzing');
    await jump(500);
    await arrow('ArrowRight');
    await press(document.querySelector('main section')!);
    expect(location.pathname).toBe('/processing');
  });
});

describe('a failure on the processing screen', () => {
  test('of the analysis shows an error at once, and Back leads to the create screen', async () => {
    processing.status = 'failed';
    await mount(<Processing />);
    expect(byRole('heading', 'Processing Error')).toBeTruthy();
    expect(byRole('button', 'Try again')).toBeTruthy();
    // Where they take two lines, both are in the middle, like the words above them.
    expect(getComputedStyle(byRole('button', 'Back').parentElement!).justifyContent).toBe('center');
    await press(byRole('button', 'Back'));
    expect(location.pathname).toBe('/create');
    expect(processing.status).toBe('idle');
  });

  test('by an analysis that never answers shows after 30 s', async () => {
    await begin('analyzing');
    await jump(29_900);
    expect(text()).not.toContain('Processing Error');
    await jump(200);
    expect(text()).toContain('Processing Error');
  });

  test('without a recording offers Try again, which leads back to make one', async () => {
    processing.status = 'failed';
    recorder.recordingState = 'inactive';
    await mount(<Processing />);
    await press(byRole('button', 'Try again'));
    expect(location.pathname).toBe('/create');
  });

  test.each(['file_too_large', 'quota_exceeded'])(
    'of the storage (%s) leads to the create screen after a reload, though an older fragrance is stored',
    async (flag) => {
      localStorage.setItem(
        'fragranceProfile',
        JSON.stringify({ ...fragranceOfSung(['A4', 'C5', 'E5']), recordingId: 'a-voice' }),
      );
      sessionStorage.setItem('accord:processing', 'a-voice');
      localStorage.setItem('storage_error', flag);
      await mount(<Processing />);
      expect(location.pathname).toBe('/create');
    },
  );

  test('of a full storage does not end the screen while an analysis runs', async () => {
    localStorage.setItem('storage_error', 'quota_exceeded');
    processing.status = 'analyzing';
    await mount(<Processing />);
    expect(location.pathname).toBe('/processing');
  });

  test('without anything to process leads to the create screen', async () => {
    await mount(<Processing />);
    expect(location.pathname).toBe('/create');
  });
});
