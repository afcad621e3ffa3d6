import { ESSENCE_LENGTH, essenceNotes, noteTracks } from '#features/fragrance/domain/composition/exportNotes.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { hzOf, hzOfMidi } from '#analysis/values/pitch.ts';
import { scaleBelowClipping, wavFile } from './wavFile.ts';

/** The note tone: a sine at this gain, fading out over its length. */
export const NOTE_GAIN = 0.3;

/** Ramps at the beginning and the end, s: shorter ones click. */
const ATTACK_S = 0.008;
const RELEASE_S = 0.02;
/** The fade ends at this share of the gain (-40 dB), then ramps to zero. */
const FADE_FLOOR = 0.01;

/** A note of a file; s, velocity above 0 and up to 1. */
interface ToneNote {
  hz: number;
  onset: number;
  length: number;
  velocity: number;
}

/**
 * Schedules a note in an offline context, where every note may have its own nodes; the page uses the voice pool.
 */
export function scheduleNote(context: OfflineAudioContext, { hz, onset, length, velocity }: ToneNote): void {
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency: hz });
  const envelope = new GainNode(context, { gain: 0 });
  const gain = NOTE_GAIN * velocity;
  envelope.gain.setValueAtTime(0, onset);
  envelope.gain.linearRampToValueAtTime(gain, onset + Math.min(ATTACK_S, length / 4));
  envelope.gain.exponentialRampToValueAtTime(gain * FADE_FLOOR, onset + length - Math.min(RELEASE_S, length / 4));
  envelope.gain.linearRampToValueAtTime(0, onset + length);
  oscillator.connect(envelope).connect(context.destination);
  oscillator.start(onset);
  oscillator.stop(onset + length);
}

const SAMPLE_RATE = 44_100;
/** Silence after the last note, s: some players cut the very end. */
const TAIL_S = 0.3;
/** Tempo of the notes in a MIDI file, beats a minute: a bar lasts two seconds. */
const FILE_BPM = 120;

type ExportedFragrance = Pick<Fragrance, 'musicEssence' | 'trace'>;

/** The essence as on the results screen, with the same tone: a mono WAVE file. */
export const essenceWav = (fragrance: ExportedFragrance): Promise<Blob> =>
  renderTones(essenceTones(fragrance), SAMPLE_RATE);

/** Low rate for a substitute of a recording: 2.6 MB a minute, two and a half minutes at most. */
const PLAYED_RATE = 22_050;
const MAX_PLAYED_SECONDS = 150;
/** Minimum velocity, so that the softest note is audible. */
const MIN_VELOCITY = 0.1;

/**
 * The notes of a fragrance without a recording as a small sound file: as played, with the trace's times and velocities,
 * else the essence. A mono WAVE file at 22,050 Hz, 150 s at most.
 */
export function playedWav(fragrance: ExportedFragrance): Promise<Blob> {
  const played = (fragrance.trace?.notes ?? [])
    .filter(({ onset, offset }) => onset >= 0 && offset > onset && onset < MAX_PLAYED_SECONDS)
    .map(({ note, onset, offset, velocity }) => ({
      hz: hzOf(note),
      onset,
      length: Math.min(offset, MAX_PLAYED_SECONDS) - onset,
      velocity: Math.min(1, Math.max(MIN_VELOCITY, velocity)),
    }));
  return renderTones(played.length > 0 ? played : essenceTones(fragrance), PLAYED_RATE);
}

/** The notes of the essence, all equally loud. */
const essenceTones = (fragrance: ExportedFragrance): ToneNote[] =>
  essenceNotes(fragrance).map(({ midi, onset }) => ({
    hz: hzOfMidi(midi),
    onset,
    length: ESSENCE_LENGTH,
    velocity: 1,
  }));

async function renderTones(notes: readonly ToneNote[], rate: number): Promise<Blob> {
  const seconds = notes.reduce((end, { onset, length }) => Math.max(end, onset + length), 0) + TAIL_S;
  const context = new OfflineAudioContext(1, Math.ceil(seconds * rate), rate);
  for (const note of notes) scheduleNote(context, note);
  const samples = (await context.startRendering()).getChannelData(0);
  return new Blob([wavFile(scaleBelowClipping([samples]), rate)], { type: 'audio/wav' });
}

/** The notes as a standard MIDI file: the essence, and the melody if there is one, each on its own track. */
export async function notesMidi(fragrance: ExportedFragrance): Promise<Blob> {
  const { midiFile } = await import('../midi/file/midiWriter.ts');
  const tracks = noteTracks(fragrance).map((track, channel) => ({ ...track, channel }));
  return new Blob([midiFile(FILE_BPM, tracks)], { type: 'audio/midi' });
}
