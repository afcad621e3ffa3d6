import { subscribe } from 'valtio';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOTE_GAIN } from '#features/instruments/audio/playback/exportSound.ts';
import { openInstrument } from '#features/instruments/audio/sound/engine.ts';
import { playSequence, SEQUENCE_SOURCE } from '#features/instruments/audio/sound/sequence.ts';
import { soundContext, SoundContext } from '#core/audio/context.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import {
  releaseRecording,
  playbackPosition,
  player,
  playNote,
  playNotes,
  playRecording,
  stopPlaying,
} from '#features/instruments/state/playback/player.ts';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { renderNote } from '../support/fixtureFiles.ts';
import { nextFrame } from '../support/clock.ts';
import { limitOf, withTimeout } from '#tests/withTimeout.ts';

const SAMPLE_RATE = 48_000;

const notices: Notice[] = [];
onNotice((notice) => notices.push(notice));

afterEach(() => {
  stopPlaying();
  releaseRecording();
  notices.length = 0;
  vi.restoreAllMocks();
});

/** The largest step from one sample to the next. */
const steepest = (samples: Float32Array) =>
  samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (samples[i - 1] ?? 0))), 0);
const peakOf = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe('the note tone', () => {
  it.each([55, 440, 3520])('is a sine of %i Hz at gain 0.3 that fades out over its length', async (hz) => {
    const sound = await renderNote(hz, 0.1, 0.5, 0.8);
    const [before, after] = [sound.subarray(0, 0.1 * SAMPLE_RATE - 1), sound.subarray(0.6 * SAMPLE_RATE + 2)];
    expect(peakOf(before)).toBe(0);
    expect(peakOf(after)).toBe(0);
    expect(peakOf(sound)).toBeGreaterThan(0.85 * NOTE_GAIN);
    expect(peakOf(sound)).toBeLessThanOrEqual(NOTE_GAIN);
    const tenths = Array.from({ length: 5 }, (_, i) =>
      peakOf(sound.subarray((0.1 + i / 10) * SAMPLE_RATE, (0.2 + i / 10) * SAMPLE_RATE)),
    );
    expect(tenths).toEqual([...tenths].sort((a, b) => b - a));
    expect(tenths.at(-1)!).toBeLessThan(0.05 * NOTE_GAIN);
    let crossings = 0;
    for (let i = 1; i < sound.length; i++) if (sound[i - 1]! < 0 && sound[i]! >= 0) crossings++;
    expect(crossings / 0.5).toBeGreaterThan(hz - 5);
    expect(crossings / 0.5).toBeLessThan(hz + 5);
  });

  it.each([55, 440, 3520])('of %i Hz has no click', async (hz) => {
    // The steepest step of the sine itself, and of the attack's ramp.
    const own = NOTE_GAIN * 2 * Math.sin((Math.PI * hz) / SAMPLE_RATE);
    const ramp = NOTE_GAIN / (0.008 * SAMPLE_RATE);
    expect(steepest(await renderNote(hz, 0.05, 0.5, 0.7))).toBeLessThan(own + ramp);
  });
});

describe('a sequence of notes', () => {
  const SPACING_S = 0.1;

  it('sounds on voices of the pool, by the audio clock, and ends at its end', async () => {
    const { context, voices } = await openInstrument();
    const start = vi.spyOn(voices, 'start');
    const notes = ['C4', 'E4', 'G4', 'C5', 'E5', 'G5', 'C6', 'E6', 'G6', 'C7'] as const;
    const highlighted: { index: number; at: number }[] = [];
    const ended = new Promise<void>((resolve) => {
      playSequence({ context, voices }, notes, {
        spacing: SPACING_S,
        length: 0.08,
        onNote: (index) => highlighted.push({ index, at: context.currentTime }),
        onEnd: resolve,
      });
    });
    await withTimeout('the end of the sequence', ended, () => highlighted);
    const started = start.mock.calls.map(([note]) => note);
    expect(started.map(({ midi }) => midi)).toEqual([60, 64, 67, 72, 76, 79, 84, 88, 91, 96]);
    const first = started[0]!.time!;
    for (const [i, { time, source }] of started.entries()) {
      expect(time).toBeCloseTo(first + i * SPACING_S, 9);
      expect(source).toBe(SEQUENCE_SOURCE);
    }
    expect(highlighted.map(({ index }) => index)).toEqual(notes.map((_, i) => i));
    // A light may be late on a busy machine, and is never early.
    for (const { index, at } of highlighted) expect(at).toBeGreaterThanOrEqual(first + index * SPACING_S);
  });

  it('cancels all notes that have not begun when it is stopped, at any length', async () => {
    const { context, voices } = await openInstrument();
    const recorder = new AnalyserNode(context, { fftSize: 2048 });
    voices.output.connect(recorder);
    const countSounding = (): number => {
      const samples = new Float32Array(2048);
      recorder.getFloatTimeDomainData(samples);
      return peakOf(samples);
    };
    const sequence = playSequence(
      { context, voices },
      Array.from({ length: 60 }, () => 'A4' as const),
      {
        spacing: 0.05,
        length: 0.2,
      },
    );
    await expect.poll(countSounding).toBeGreaterThan(0.02);
    sequence.stop();
    await expect.poll(() => voices.sounding).toBe(0);
    const stopped = context.currentTime;
    // No sound comes in the time in which all scheduled notes would have begun.
    let loudest = 0;
    const inTime = limitOf('0.6 s of sound');
    while (context.currentTime < stopped + 0.6) {
      await nextFrame();
      inTime(`${context.currentTime - stopped} s`);
      if (context.currentTime > stopped + 0.1) loudest = Math.max(loudest, countSounding());
    }
    expect(loudest).toBe(0);
    voices.output.disconnect(recorder);
  });
});

describe('the player', () => {
  it('reports which note sounds, and is silent at the end', async () => {
    const seen: (string | null)[] = [];
    const playing = playNotes(['C4', 'E4', 'G4'], { spacing: 0.05, length: 0.05 });
    let note: string | null = '';
    const look = () => {
      if (player.note === note) return;
      note = player.note;
      seen.push(note === null ? null : `${player.activeIndex} ${note}`);
    };
    look();
    // Notified of each change at once: a busy page would otherwise combine several.
    const unsubscribe = subscribe(player, look, true);
    expect(player.sounding).toBe('notes');
    expect(await playing).toEqual({ ok: true });
    await expect.poll(() => seen.at(-1)).toBeNull();
    unsubscribe();
    expect(seen).toEqual(['0 C4', '1 E4', '2 G4', null]);
    expect(player).toMatchObject({ sounding: null, activeIndex: null, note: null });
  });

  it('plays only one thing at a time', async () => {
    const first = playNote('A4', { length: 5 });
    await expect.poll(() => player.note).toBe('A4');
    const second = playNote('B4', { length: 0.1 });
    expect(player.note).toBe('B4');
    expect(await first).toEqual({ ok: true });
    await second;
    expect(player.sounding).toBeNull();
  });

  const tone = new Blob(
    [wavFile([Float32Array.from({ length: 0.4 * SAMPLE_RATE }, (_, i) => 0.2 * Math.sin(i / 20))], SAMPLE_RATE)],
    { type: 'audio/wav' },
  );

  it('stops a recording when a note is played', async () => {
    const long = new Blob([wavFile([new Float32Array(60 * SAMPLE_RATE)], SAMPLE_RATE)], { type: 'audio/wav' });
    const plays = vi.spyOn(HTMLMediaElement.prototype, 'play');
    await playRecording(long);
    const media = plays.mock.contexts[0] as HTMLMediaElement;
    expect(media.paused).toBe(false);
    const note = playNote('A4', { length: 0.1 });
    expect(media.paused).toBe(true);
    expect(await note).toEqual({ ok: true });
  });

  it('plays a recording to its end, and then again from its beginning', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
    const places: number[] = [];
    for (let round = 0; round < 2; round++) {
      expect(await playRecording(tone)).toEqual({ ok: true });
      expect(player.sounding).toBe('recording');
      await expect.poll(() => player.sounding).toBeNull();
      expect(playbackPosition()).toBeGreaterThan(0.35);
      const audio = play.mock.contexts[0] as HTMLMediaElement;
      audio.addEventListener('seeking', () => places.push(audio.currentTime), { once: true });
    }
    expect(places).toEqual([0]);
    expect(notices).toEqual([]);
  });

  it('stops a recording and continues from there', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
    const long = new Blob([wavFile([new Float32Array(600 * 8000)], 8000)], { type: 'audio/wav' });
    await playRecording(long);
    await expect.poll(playbackPosition).toBeGreaterThan(0);
    const audio = play.mock.contexts[0] as HTMLMediaElement;
    const paused = new Promise((resolve) => audio.addEventListener('pause', resolve, { once: true }));
    stopPlaying();
    expect(player.sounding).toBeNull();
    const stopped = playbackPosition();
    expect(stopped).toBeGreaterThan(0);
    await playRecording(long);
    expect(playbackPosition()).toBeGreaterThanOrEqual(stopped);
    // The pause event of the stop comes late, and must not stop a later sound.
    await withTimeout('the pause', paused);
    expect(player.sounding).toBe('recording');
  });

  it('reports that a recording cannot be played', async () => {
    expect(await playRecording(new Blob(['no sound'], { type: 'audio/wav' }))).toEqual({
      ok: false,
      code: 'playback_failed',
    });
    expect(player.sounding).toBeNull();
    expect(notices).toMatchObject([
      {
        kind: 'error',
        title: 'Playback Error',
        description: 'There was a problem playing the audio. Please try again.',
      },
    ]);
  });

  it('asks the visitor for another tap when the browser requires one', async () => {
    // The test browser lets everything sound; this refusal is the answer of one with stricter rules.
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    expect(await playRecording(tone)).toEqual({ ok: false, code: 'not_allowed' });
    await soundContext.get().suspend();
    await expect.poll(() => soundContext.state).toBe('suspended');
    vi.spyOn(soundContext, 'ensureRunning').mockRejectedValue({ code: 'context_not_started', message: '' });
    expect(await playNote('C4')).toEqual({ ok: false, code: 'not_allowed' });
    expect(notices.map(({ title }) => title)).toEqual([
      'Please tap again to play (autoplay is restricted)',
      'Tap again to play sound (required on some mobile devices)',
    ]);
    expect(notices[1]).toMatchObject({ duration: 2000 });
  });
});

describe('the sound context @slow', () => {
  it('runs on demand, and again after the browser has suspended it', async () => {
    const sound = new SoundContext();
    const states: string[] = [];
    sound.onState((state) => states.push(state));
    expect(sound.state).toBe('none');
    await sound.ensureRunning();
    expect(sound.state).toBe('running');
    let stops = 0;
    for (const wake of [
      () => window.dispatchEvent(new PointerEvent('pointerdown')),
      () => window.dispatchEvent(new KeyboardEvent('keydown')),
      () => window.dispatchEvent(new PageTransitionEvent('pageshow')),
      () => document.dispatchEvent(new Event('visibilitychange')),
    ]) {
      // The first resume has ended: otherwise it would start the context again before the test read its state.
      await sound.ensureRunning();
      await sound.get().suspend();
      stops++;
      await expect.poll(() => states.filter((state) => state === 'suspended').length).toBeGreaterThanOrEqual(stops);
      wake();
      await expect.poll(() => sound.state).toBe('running');
    }
    await sound.close();
    expect(sound.state).toBe('closed');
    expect(states.filter((state) => state === 'running')).toHaveLength(5);
  });

  /**
   * Starts a context that reports `running` while its clock does not move, until it was suspended `suspends` times.
   * Fake timers skip the waits for that clock.
   */
  async function startStuck(suspends: number): Promise<{ sound: SoundContext; refusal: unknown }> {
    const context = new AudioContext();
    const [suspend, resume] = [context.suspend.bind(context), context.resume.bind(context)];
    const clock = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'currentTime')!;
    let suspended = 0;
    let changing = 0;
    const watchChange = (change: () => Promise<void>) => () => {
      changing++;
      return change().finally(() => changing--);
    };
    Object.defineProperties(context, {
      suspend: { value: watchChange(() => (suspended++, suspend())) },
      resume: { value: watchChange(resume) },
      currentTime: { get: () => (suspended >= suspends ? (clock.get!.call(context) as number) : 0) },
    });
    const sound = new SoundContext(() => context);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isOver = false;
    const refused = sound.ensureRunning().then(
      () => null,
      (error: unknown) => error,
    );
    void refused.then(() => (isOver = true));
    await expect
      .poll(async () => {
        if (changing === 0 && suspended < suspends) await vi.advanceTimersByTimeAsync(500);
        else if (changing === 0) await vi.advanceTimersByTimeAsync(20);
        return isOver;
      })
      .toBe(true);
    vi.useRealTimers();
    return { sound, refusal: await refused };
  }

  it('is resumed when its clock does not move', async () => {
    const { sound, refusal } = await startStuck(1);
    expect([sound.state, refusal]).toEqual(['running', null]);
    await sound.close();
  });

  it('is reported when it cannot be resumed', async () => {
    const { sound, refusal } = await startStuck(Infinity);
    expect(refusal).toEqual({ code: 'context_not_started', message: 'Audio context could not be started' });
    expect(sound.state).toBe('interrupted');
    await sound.close();
  });

  it('is replaced after it was closed', async () => {
    const sound = new SoundContext();
    const first = sound.get();
    await first.close();
    await sound.ensureRunning();
    expect(sound.get()).not.toBe(first);
    await sound.close();
  });
});
