import { decodingRate } from '../../listen/audio/index.ts';
import { coded } from '../../../core/values/errors.ts';

/**
 * Several recordings at once, mixed on the page alone: all begin so that their first onsets coincide; each keeps its
 * tempo.
 */

/** A decoded recording. */
export interface Part {
  buffer: AudioBuffer;
  /** First onset, s. */
  onset: number;
}

/** Steps of the level, s. */
const STEP = 0.002;
/** A sound has begun where its level passes this part of its peak, or of its peak near the expected onset. */
const BEGUN = 0.1;
/** Where the onset is searched around the one that the analysis found, s: encoders add and remove a little at the start. */
const EARLIER = 0.15;
const LATER = 0.25;

/** Peak amplitudes of the steps of a recording. */
function levelsOf(buffer: AudioBuffer): Float32Array {
  const length = Math.max(1, Math.round(STEP * buffer.sampleRate));
  const levels = new Float32Array(Math.ceil(buffer.length / length));
  for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
    const samples = buffer.getChannelData(channel);
    for (let i = 0; i < samples.length; i++) {
      const step = Math.floor(i / length);
      levels[step] = Math.max(levels[step]!, Math.abs(samples[i]!));
    }
  }
  return levels;
}

/**
 * The first onset of a recording, s; `near` is where the analysis heard it, null when that is not known. 0 for silence.
 */
export function firstOnset(buffer: AudioBuffer, near: number | null): number {
  const levels = levelsOf(buffer);
  const step = (seconds: number): number => Math.max(0, Math.min(levels.length, Math.round(seconds / STEP)));
  const [from, to] = near === null ? [0, levels.length] : [step(near - EARLIER), step(near + LATER)];
  const there = levels.subarray(from, to);
  const threshold = there.reduce((most, level) => Math.max(most, level), 0) * BEGUN;
  const begun = there.findIndex((level) => level > threshold);
  return begun < 0 ? (near ?? 0) : (from + begun) * STEP;
}

/** Decodes a recording off the main thread. @throws coded `undecodable` */
export async function decodePart(recording: Blob, near: number | null): Promise<Part> {
  try {
    const bytes = await recording.arrayBuffer();
    const buffer = await new OfflineAudioContext(1, 1, decodingRate(0)).decodeAudioData(bytes);
    return { buffer, onset: firstOnset(buffer, near) };
  } catch (error) {
    throw coded('undecodable', 'The browser cannot decode this sound.', error);
  }
}

/** Length of the fade at the end of playing, s. */
const FADE = 0.03;

export interface Mix {
  /** Length, s. */
  seconds: number;
  /** Resolves when the last recording has ended. */
  ended: Promise<void>;
  /** Fades it out and disconnects it; safe to call twice. */
  stop: () => void;
}

/**
 * Starts recordings at a time of the context (s) so that their first onsets coincide. Their levels are kept, and
 * lowered together where their sum could clip.
 */
export function startTogether(context: BaseAudioContext, parts: readonly Part[], at: number): Mix {
  const peaks = parts.map(({ buffer }) => levelsOf(buffer).reduce((most, level) => Math.max(most, level), 0));
  const sum = peaks.reduce((total, peak) => total + peak, 0);
  const volume = new GainNode(context, { gain: 1 / Math.max(1, sum) });
  volume.connect(context.destination);
  const lead = Math.max(...parts.map(({ onset }) => onset));
  const sources = parts.map(({ buffer }) => {
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(volume);
    return source;
  });
  const ended = Promise.all(
    sources.map(
      (source) =>
        new Promise<void>((resolve) => {
          source.onended = () => {
            source.disconnect();
            resolve();
          };
        }),
    ),
  ).then(() => volume.disconnect());
  parts.forEach(({ onset }, i) => sources[i]!.start(at + lead - onset));
  return {
    seconds: Math.max(...parts.map(({ buffer, onset }) => lead - onset + buffer.duration)),
    ended,
    stop: () => {
      const now = context.currentTime;
      volume.gain.setTargetAtTime(0, now, FADE / 3);
      for (const source of sources) source.stop(now + FADE);
    },
  };
}
