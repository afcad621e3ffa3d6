import { AnalysisClient, PING_MS } from '../../../src/features/listen/audio/analysis/analysisClient.ts';
import { beginAnalysis } from '../../../src/features/listen/audio/analysis/analysisTask.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import Processing from '../../../src/features/listen/screen/processing/Processing.tsx';
import { MESSAGES } from '../../../src/features/listen/screen/processing/choreography.ts';
import type { NoteCode } from '../../../src/core/pitch/pitch.ts';
import { fragranceFromEssence, type Fragrance } from '../../../src/features/fragrance/domain/index.ts';
import { sourceSentence } from '../../../src/features/fragrance/screen/results/words.ts';
import { forgetCurrentFragrance, fragrance } from '../../../src/features/fragrance/state/fragrance.ts';
import {
  beginProcessing,
  leaveProcessing,
  processing,
} from '../../../src/features/listen/state/processing/processing.ts';
import { resetRecording } from '../../../src/features/listen/state/recording/currentSound.ts';
import { recorder } from '../../../src/features/listen/state/recording/recorderView.ts';
import { fixtureFile } from '../support/fixtureFiles.ts';
import { allByRole, byRole, change, mount, pass, press, stopTheClock, text } from '../support/mount.tsx';

beforeEach(() => {
  history.pushState(null, '', '/processing');
  localStorage.clear();
});

afterEach(() => {
  leaveProcessing();
  forgetCurrentFragrance();
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

describe('the wait', () => {
  test('is a ring "liquefying..." with five messages and a notice', async () => {
    stopTheClock();
    processing.status = 'analyzing';
    await mount(<Processing />);
    expect(document.querySelector('progress')!.getAttribute('aria-label')).toBe('liquefying...');
    expect(text()).toContain('liquefying...');
    expect(text()).toMatch(/upload music responsibly/);
    expect(text()).toMatch(/deleted after 30 days/);
    const seen: (string | undefined)[] = [];
    for (let i = 0; i < 5; i++) {
      seen.push(document.querySelector('[data-part="message"]')?.textContent ?? undefined);
      await pass(1250);
    }
    expect(seen).toEqual([...MESSAGES]);
  });

  test('grows by 2 every 150 ms', async () => {
    stopTheClock();
    processing.status = 'analyzing';
    await mount(<Processing />);
    await pass(1500);
    expect(percent()).toBe(20);
    await pass(1500);
    expect(percent()).toBe(40);
  });

  test('leaves for the results after 7 s, in place of itself', async () => {
    stopTheClock();
    processing.status = 'done';
    await mount(<Processing />);
    const length = history.length;
    await pass(6900);
    expect(location.pathname).toBe('/processing');
    await pass(150);
    await expect.poll(() => location.pathname).toBe('/results');
    expect(history.length).toBe(length);
    expect(processing.status).toBe('idle');
  });

  test('never leaves before the analysis is done, and waits at 98 %', async () => {
    stopTheClock();
    processing.status = 'analyzing';
    await mount(<Processing />);
    await pass(15_000);
    expect(location.pathname).toBe('/processing');
    expect(percent()).toBe(98);
    expect(allByRole('button', 'Skip')).toEqual([]);
    await change(() => {
      processing.status = 'done';
    });
    await pass(100);
    await expect.poll(() => location.pathname).toBe('/results');
  });

  test('can be skipped once the result is there', async () => {
    stopTheClock();
    processing.status = 'analyzing';
    await mount(<Processing />);
    await pass(1000);
    expect(allByRole('button', 'Skip')).toEqual([]);
    await change(() => {
      processing.status = 'done';
    });
    await pass(100);
    await press(byRole('button', 'Skip'));
    await expect.poll(() => location.pathname).toBe('/results');
  });
});

describe('the reveal', () => {
  const made = fragranceOfSung(['F#4', 'D4', 'E5']);
  const shown = () => document.querySelector('[data-card]')?.getAttribute('data-card');
  const said = () => document.querySelector('output')!.textContent;
  const arrow = (key: string) =>
    change(() => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

  async function reveal(): Promise<void> {
    stopTheClock();
    fragrance.current = made;
    processing.status = 'done';
    await mount(<Processing />);
    await pass(100);
  }

  test('tells one thing after the other, each said once, and the name last', async () => {
    recorder.recordingMode = 'upload';
    await reveal();
    const kinds: unknown[] = [];
    const sentences: string[] = [];
    for (let ms = 100; ms < 6900; ms += 100) {
      if (shown() !== kinds.at(-1)) kinds.push(shown());
      if (said() !== sentences.at(-1)) sentences.push(said());
      await pass(100);
    }
    expect(kinds).toEqual(['lowest', 'highest', 'accord', 'name']);
    expect(sentences).toHaveLength(4);
    expect(sentences[0]).toBe('The lowest note, D4, is Clove.');
    expect(sentences[3]).toContain(made.name);
    // The messages of the wait are read, not announced beside the cards.
    expect(document.querySelectorAll('main output, main [aria-live], main [role=status]')).toHaveLength(1);
  });

  test('speaks to a singer', async () => {
    recorder.recordingMode = 'live';
    await reveal();
    expect(said()).toBe('Your lowest note, D4, is Clove.');
  });

  test('goes on and back by arrow keys and taps, and after the last card to the results', async () => {
    await reveal();
    await arrow('ArrowRight');
    expect(shown()).toBe('highest');
    await arrow('ArrowLeft');
    expect(shown()).toBe('lowest');
    await arrow('ArrowLeft');
    expect(shown()).toBe('lowest');
    await press(document.querySelector('main section')!);
    expect(shown()).toBe('highest');
    await arrow('ArrowRight');
    await arrow('ArrowRight');
    expect(shown()).toBe('name');
    expect(location.pathname).toBe('/processing');
    await arrow('ArrowRight');
    await expect.poll(() => location.pathname).toBe('/results');
  });

  test('a tap on nothing known yet does nothing', async () => {
    stopTheClock();
    processing.status = 'analyzing';
    await mount(<Processing />);
    await pass(500);
    await arrow('ArrowRight');
    await press(document.querySelector('main section')!);
    expect(location.pathname).toBe('/processing');
  });
});

describe('what can go wrong', () => {
  test('an analysis that fails is said at once, and Back leads to the create screen', async () => {
    processing.status = 'failed';
    await mount(<Processing />);
    expect(byRole('heading', 'Processing Error')).toBeTruthy();
    expect(byRole('button', 'Try again')).toBeTruthy();
    await press(byRole('button', 'Back'));
    expect(location.pathname).toBe('/create');
    expect(processing.status).toBe('idle');
  });

  test('an analysis that never answers is given up after 30 s', async () => {
    stopTheClock();
    processing.status = 'analyzing';
    await mount(<Processing />);
    await pass(29_900);
    expect(text()).not.toContain('Processing Error');
    await pass(200);
    expect(text()).toContain('Processing Error');
  });

  test('a worker that loads and never answers ends in a fragrance that says so, before the wait is given up', async () => {
    const sound = await fixtureFile('melody.wav', 'audio/wav');
    stopTheClock();
    const client = new AnalysisClient(() => new Worker(URL.createObjectURL(new Blob(['onmessage = () => {}']))));
    void beginProcessing({ id: 'a-voice', analysis: beginAnalysis(client, sound, 6) });
    await mount(<Processing />);
    await expect
      .poll(async () => {
        await pass(PING_MS);
        return processing.status;
      })
      .not.toBe('analyzing');
    expect(text()).not.toContain('Processing Error');
    await expect.poll(() => location.pathname).toBe('/results');
    expect(sourceSentence(fragrance.current!)).toBe(
      'Your browser could not analyze this sound, so your scent comes from its texture.',
    );
    client.close();
  });

  test('Try again without a recording goes back to make one', async () => {
    processing.status = 'failed';
    recorder.recordingState = 'inactive';
    await mount(<Processing />);
    await press(byRole('button', 'Try again'));
    expect(location.pathname).toBe('/create');
  });

  test.each(['file_too_large', 'quota_exceeded'])(
    'a storage error (%s) leads to the create screen after a reload, though an older fragrance is stored',
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

  test('a fragrance for which there is no room is told here, while it is in memory', async () => {
    localStorage.setItem('storage_error', 'quota_exceeded');
    processing.status = 'analyzing';
    await mount(<Processing />);
    expect(location.pathname).toBe('/processing');
  });

  test('coming here with nothing to wait for leads to the create screen', async () => {
    await mount(<Processing />);
    expect(location.pathname).toBe('/create');
  });
});
