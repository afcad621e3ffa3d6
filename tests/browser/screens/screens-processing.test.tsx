import { AnalysisClient, PING_MS } from '../../../src/features/listen/audio/analysis/analysisClient.ts';
import { beginAnalysis } from '../../../src/features/listen/audio/analysis/analysisTask.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import Processing from '../../../src/features/listen/screen/processing/Processing.tsx';
import { MESSAGES } from '../../../src/features/listen/screen/processing/choreography.ts';
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
});

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
      seen.push(document.querySelector('output')?.textContent ?? undefined);
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
      'Your browser could not analyse this sound, so your scent comes from its texture.',
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

  test.each(['file_too_large', 'quota_exceeded'])('a storage error (%s) leads to the create screen', async (flag) => {
    localStorage.setItem('storage_error', flag);
    processing.status = 'analyzing';
    await mount(<Processing />);
    expect(location.pathname).toBe('/create');
  });

  test('coming here with nothing to wait for leads to the create screen', async () => {
    await mount(<Processing />);
    expect(location.pathname).toBe('/create');
  });
});
