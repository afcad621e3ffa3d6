import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import { velocityGain } from '#features/instruments/audio/sound/patch.ts';
import { VoicePool } from '#features/instruments/audio/sound/voices.ts';
import { Metronome, TakePlayer } from '#features/instruments/audio/take/takePlayer.ts';
import { SHARE_QUALITY, takeWav } from '#features/instruments/audio/take/takeSound.ts';
import type { TakeEvents } from '#features/instruments/audio/take/takeVoices.ts';
import type { TakeNote } from '#features/instruments/domain/take/recordedTake.ts';
import { keyboard, press, releaseKey } from '#features/instruments/state/keyboard/keyboard.ts';
import { startTake, stopTake } from '#features/instruments/state/take/recordTake.ts';
import { createFromTake, replaceTake } from '#features/instruments/state/take/take.ts';
import { takes } from '#features/instruments/state/take/takeState.ts';
import { onNotice } from '#core/appState/notices.ts';
import { hzOfMidi } from '#analysis/values/pitch.ts';
import { amplitudeOf } from '#tests/soundMeasures.ts';
import { disconnectMidi } from '#features/instruments/state/midi/midiDevices.ts';
import { connectDevices, keys, plugIn } from '../support/midiDevices.ts';
import { now } from '../support/clock.ts';

const SAMPLE_RATE = 48_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const peakOf = (samples: Float32Array): number => samples.reduce((most, v) => Math.max(most, Math.abs(v)), 0);

/** Beginnings of sound after a silence of at least 20 ms, in samples. */
function onsetsOf(samples: Float32Array): number[] {
  const found: number[] = [];
  let silentSince = -SAMPLE_RATE;
  for (const [i, v] of samples.entries()) {
    if (v === 0) continue;
    if (i - silentSince > 0.02 * SAMPLE_RATE) found.push(i);
    silentSince = i;
  }
  return found;
}

async function render(seconds: number, play: (tone: OfflineContext, voices: VoicePool) => void): Promise<Float32Array> {
  const native = new OfflineAudioContext(1, seconds * SAMPLE_RATE, SAMPLE_RATE);
  const tone = new OfflineContext(native);
  play(tone, new VoicePool(native, native.destination));
  return (await tone.render()).getChannelData(0) as Float32Array;
}

describe('the accompaniment of a recording', () => {
  it('has the metronome, each beat within one sample of its time, the first of four louder', async () => {
    const beat = 60 / 97;
    const sound = await render(6, (tone, voices) => new Metronome(tone, voices).start(97, 0.1));
    const clicks = onsetsOf(sound);
    expect(clicks.length).toBe(10);
    // A sine begins with a zero: its first sample that is not is the second.
    for (const [i, at] of clicks.entries())
      expect(Math.abs(at - 1 - (0.1 + i * beat) * SAMPLE_RATE)).toBeLessThanOrEqual(1);
    const loud = clicks.map((at) => peakOf(sound.subarray(at, at + 0.05 * SAMPLE_RATE)));
    expect(loud[1]! / loud[0]!).toBeCloseTo(velocityGain(0.5) / velocityGain(0.75), 1);
    expect(loud[4]! / loud[0]!).toBeCloseTo(1, 1);
  });

  it('may be a count-in alone', async () => {
    const sound = await render(4, (tone, voices) => new Metronome(tone, voices).start(120, 0.1, 4));
    expect(onsetsOf(sound)).toHaveLength(4);
  });

  it('plays a take, each note within one sample of its time, with its length', async () => {
    const notes: TakeNote[] = [0, 0.9, 1.8004, 2.7].map((onset) => ({
      midi: 69,
      onset,
      offset: onset + 0.15,
      velocity: 0.9,
      tone: 'held',
    }));
    let ended = 0;
    const sound = await render(4, (tone, voices) =>
      new TakePlayer(tone, voices, { notes, duration: 3.1 }, () => ended++).start(0.1),
    );
    const heard = onsetsOf(sound);
    expect(heard).toHaveLength(4);
    for (const [i, at] of heard.entries())
      expect(Math.abs(at - 1 - (0.1 + notes[i]!.onset) * SAMPLE_RATE)).toBeLessThanOrEqual(1);
    const at = (seconds: number): number =>
      peakOf(sound.subarray((0.1 + seconds) * SAMPLE_RATE, (0.12 + seconds) * SAMPLE_RATE));
    expect(at(1.8004 + 0.1)).toBeGreaterThan(0.1);
    expect(at(1.8004 + 0.65)).toBe(0);
    expect(ended).toBe(1);
  });
});

describe('a take as a sound file', () => {
  it('has the played notes with their tones, and only their proportions of loudness', async () => {
    const chord: TakeNote[] = [48, 52, 55, 60, 64, 67].map((midi) => ({
      midi,
      onset: 0.5,
      offset: 1.5,
      velocity: 1,
      tone: midi === 60 ? 'ether' : 'held',
    }));
    const wav = await takeWav({ notes: chord, duration: 2 }, SHARE_QUALITY);
    expect(wav.type).toBe('audio/wav');
    // Mono, 16 bit, 22,050 Hz, and a tail.
    expect(wav.size).toBeLessThan(44 + 2 * 22_050 * 3.3);
    const decoded = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(await wav.arrayBuffer());
    const samples = decoded.getChannelData(0);
    expect(peakOf(samples)).toBeGreaterThan(0.9);
    expect(peakOf(samples.subarray(0, 0.49 * 22_050))).toBe(0);
    expect(peakOf(samples.subarray(1.2 * 22_050, 1.45 * 22_050))).toBeGreaterThan(0.5);
    // The sine has ended; ether rings on.
    expect(peakOf(samples.subarray(2.2 * 22_050, 2.4 * 22_050))).toBeGreaterThan(1e-3);
    expect(peakOf(samples.subarray(3 * 22_050))).toBeLessThan(0.01);
    // A share is short.
    const cut = await takeWav(
      {
        notes: [
          { midi: 60, onset: 0, offset: 1, velocity: 1 },
          { midi: 60, onset: 5, offset: 6, velocity: 1 },
        ],
        duration: 6,
      },
      { ...SHARE_QUALITY, seconds: 2 },
    );
    expect(cut.size).toBeLessThan(44 + 2 * 22_050 * 3.3);
  });
});

test('a sound file reports its progress, and after a cancel the rest of it is rendered without voices', async () => {
  const rendering = vi.spyOn(OfflineAudioContext.prototype, 'startRendering');
  // More than any machine renders before the first report.
  const notes = Array.from({ length: 32 }, (_, i) => ({
    midi: 40 + i,
    onset: 0,
    offset: 150,
    velocity: 0.3,
    tone: 'held' as const,
  }));
  const abort = new AbortController();
  const { signal } = abort;
  let share = 0;
  const onProgress = (rendered: number): void => {
    share = rendered;
    if (share > 0) abort.abort(new Error('Cancelled'));
  };
  await expect(takeWav({ notes, duration: 150 }, { ...SHARE_QUALITY, signal, onProgress })).rejects.toThrow(
    'Cancelled',
  );
  expect(share).toBeLessThan(1);
  const rest = (await (rendering.mock.results[0]!.value as Promise<AudioBuffer>)).getChannelData(0);
  expect(peakOf(rest.subarray(0, 1000))).toBeGreaterThan(0);
  expect(peakOf(rest.subarray(149 * 22_050, 149.9 * 22_050))).toBe(0);
});

describe('a sound file of tones that are slow to load', () => {
  const wood: TakeEvents = {
    notes: [{ midi: 60, onset: 0, offset: 0.5, velocity: 1, tone: 'wood' }],
    duration: 0.5,
  };

  it('has more time for loading them than the keyboard', async () => {
    const { addModule } = AudioWorklet.prototype;
    const asked = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    vi.spyOn(AudioWorklet.prototype, 'addModule').mockImplementation(async function (this: AudioWorklet, url) {
      asked.resolve();
      await arrived.promise;
      return addModule.call(this, url);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const file = takeWav(wood, SHARE_QUALITY);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    arrived.resolve();
    const bytes = await (await file).arrayBuffer();
    const sound = (await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(bytes)).getChannelData(0);
    // The fourth partial of the bar; the sine that sounds in place of a missing tone has none.
    const [first, fourth] = [1, 4].map((n) => amplitudeOf(sound.subarray(0, 4410), n * hzOfMidi(60), 22_050));
    expect(fourth! / first!).toBeGreaterThan(0.05);
  });

  it('is refused when they cannot be loaded', async () => {
    vi.spyOn(AudioWorklet.prototype, 'addModule').mockRejectedValue(new Error('Offline'));
    await expect(takeWav(wood, SHARE_QUALITY)).rejects.toMatchObject({ code: 'tones' });
  });
});

test('the sound file of a take has its bends and its volume', async () => {
  const wav = await takeWav(
    {
      notes: [{ midi: 69, onset: 0, offset: 1.5, velocity: 1, tone: 'held', channel: 0 }],
      gestures: [
        { time: 0.5, channel: 0, control: 'bend', value: 1200 },
        { time: 1, channel: 0, control: 'level', value: 0 },
      ],
      duration: 1.5,
    },
    SHARE_QUALITY,
  );
  const sound = (await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(await wav.arrayBuffer())).getChannelData(
    0,
  );
  const part = (from: number): Float32Array => sound.subarray(from * 22_050, (from + 0.3) * 22_050);
  expect(amplitudeOf(part(0.1), 440, 22_050)).toBeGreaterThan(0.15);
  expect(amplitudeOf(part(0.6), 880, 22_050)).toBeGreaterThan(0.15);
  expect(amplitudeOf(part(0.6), 440, 22_050)).toBeLessThan(0.01);
  expect(peakOf(part(1.1))).toBeLessThan(0.001);
});

const emptyTake = (): void => replaceTake({ notes: [], duration: 0 });

test('gestures on a MIDI device during a take are in the take, also a pedal from before', async () => {
  plugIn();
  await connectDevices();
  keyboard.tone = 'held';
  emptyTake();
  keys.send(0xb0, 64, 127);
  void startTake();
  const at = now();
  keys.sendAt(at, 0x90, 60, 100);
  keys.sendAt(at + 1, 0xe0, 127, 127);
  keys.sendAt(at + 20, 0x80, 60, 40);
  keys.sendAt(at + 30, 0xb0, 7, 80);
  keys.sendAt(at + 30, 0xb0, 11, 90);
  await expect.poll(now).toBeGreaterThan(at + 40);
  stopTake();
  keys.send(0xb0, 64, 0);
  const [note] = takes.take.notes;
  expect(note).toMatchObject({ midi: 60, channel: 0, release: 40 / 127 });
  expect(note!.keyUp! - note!.onset).toBeCloseTo(0.02, 9);
  expect(note!.offset).toBeGreaterThan(note!.keyUp!);
  expect(takes.take.gestures).toMatchObject([
    { time: 0, control: 'sustain', value: 1 },
    { control: 'bend', value: 200 },
    { control: 'volume', value: 80 / 127 },
    { control: 'expression', value: 90 / 127 },
  ]);
  keys.send(0xe0, 0, 64);
  keys.send(0xb0, 7, 127);
  keys.send(0xb0, 11, 127);
  emptyTake();
  disconnectMidi();
});

test('a take is one recording: a new one replaces it at its end, unless it has no notes', async () => {
  emptyTake();
  const play = (midi: number): void => {
    press('pointer:1', midi, now());
    releaseKey('pointer:1', now());
  };
  const played = (): number[] => takes.take.notes.map(({ midi }) => midi);
  void startTake();
  play(60);
  stopTake();
  expect(played()).toEqual([60]);
  void startTake();
  stopTake();
  expect(played()).toEqual([60]);
  void startTake();
  // Ready in the same task: the first notes are in the take.
  play(62);
  play(64);
  expect(played()).toEqual([60]);
  expect(createFromTake()).toBe(true);
  expect([takes.phase, played()]).toEqual(['idle', [62, 64]]);
  emptyTake();
});

test('a count-in prepares until its first beat; the notice of an empty take comes only after it', async () => {
  const titles: string[] = [];
  const stopListening = onNotice(({ title }) => titles.push(title));
  // A listener gets earlier notices, too.
  titles.length = 0;
  takes.countIn = true;
  const started = startTake();
  expect([takes.phase, takes.countdown]).toEqual(['count-in', 0]);
  await started;
  await expect.poll(() => takes.countdown).toBeGreaterThan(0);
  stopTake();
  expect([takes.phase, titles]).toEqual(['idle', []]);
  takes.countIn = false;
  await startTake();
  stopTake();
  expect(titles).toEqual(['Nothing was played']);
  stopListening();
});

test('a saved sound file is stereo of 24 bits, a shared one mono of 16', async () => {
  const take: TakeEvents = { notes: [{ midi: 69, onset: 0, offset: 0.4, velocity: 1, tone: 'flower' }], duration: 0.5 };
  const header = async (file: Blob): Promise<number[]> => {
    const view = new DataView(await file.arrayBuffer());
    return [view.getUint16(22, true), view.getUint32(24, true), view.getUint16(32, true), view.getUint16(34, true)];
  };
  const saved = await takeWav(take);
  expect(await header(saved)).toEqual([2, 44_100, 6, 24]);
  expect(await header(await takeWav(take, SHARE_QUALITY))).toEqual([1, 22_050, 2, 16]);
  const decoded = await new OfflineAudioContext(2, 1, 44_100).decodeAudioData(await saved.arrayBuffer());
  expect(decoded.numberOfChannels).toBe(2);
  for (const channel of [0, 1]) expect(peakOf(decoded.getChannelData(channel))).toBeGreaterThan(0.05);
});
