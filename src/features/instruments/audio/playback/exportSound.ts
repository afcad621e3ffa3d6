import { ESSENCE_LENGTH, essenceNotes, noteTracks } from '#features/fragrance/domain/composition/exportNotes.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { hzOf } from '#ear/values/pitch.ts';
import { scheduleNote } from './noteTone.ts';
import { wavFile } from './wavFile.ts';

const SAMPLE_RATE = 44_100;
/** Silence after the last note, s: some players cut the very end. */
const TAIL = 0.3;
/** Tempo of the notes in a MIDI file, beats a minute: a bar lasts two seconds. */
const BPM = 120;

type ExportedFragrance = Pick<Fragrance, 'musicEssence' | 'trace'>;

/** The essence as on the results screen, rendered offline with the same tone: a mono WAVE file. */
export async function essenceWav(fragrance: ExportedFragrance): Promise<Blob> {
  const notes = essenceNotes(fragrance);
  const seconds = (notes.at(-1)?.offset ?? 0) + TAIL;
  const context = new OfflineAudioContext(1, Math.ceil(seconds * SAMPLE_RATE), SAMPLE_RATE);
  notes.forEach(({ onset }, i) =>
    scheduleNote(context, context.destination, hzOf(fragrance.musicEssence[i]!), onset, ESSENCE_LENGTH),
  );
  const rendered = await context.startRendering();
  return new Blob([wavFile([rendered.getChannelData(0)], SAMPLE_RATE)], { type: 'audio/wav' });
}

/** Low rate for a substitute of a recording: 2.6 MB a minute, two and a half minutes at most. */
const PLAYED_RATE = 22_050;
const MAX_PLAYED_SECONDS = 150;
/** Minimum velocity, so that the softest note is audible. */
const SOFTEST = 0.1;

/**
 * The notes of a fragrance without a recording as a small sound file: as played, with the trace's times and velocities,
 * else the essence. A mono WAVE file at 22,050 Hz, 150 s at most.
 */
export async function playedWav(fragrance: ExportedFragrance): Promise<Blob> {
  const played = (fragrance.trace?.notes ?? [])
    .filter(({ onset, offset }) => onset >= 0 && offset > onset && onset < MAX_PLAYED_SECONDS)
    .map(({ note, onset, offset, velocity }) => ({
      hz: hzOf(note),
      onset,
      length: Math.min(offset, MAX_PLAYED_SECONDS) - onset,
      velocity: Math.min(1, Math.max(SOFTEST, velocity)),
    }));
  const notes =
    played.length > 0
      ? played
      : essenceNotes(fragrance).map(({ onset }, i) => ({
          hz: hzOf(fragrance.musicEssence[i]!),
          onset,
          length: ESSENCE_LENGTH,
          velocity: 1,
        }));
  const seconds = notes.reduce((end, { onset, length }) => Math.max(end, onset + length), 0) + TAIL;
  const context = new OfflineAudioContext(1, Math.ceil(seconds * PLAYED_RATE), PLAYED_RATE);
  for (const { hz, onset, length, velocity } of notes)
    scheduleNote(context, context.destination, hz, onset, length, undefined, velocity);
  const samples = (await context.startRendering()).getChannelData(0);
  // The sum of many notes may clip.
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (peak > 1) for (let i = 0; i < samples.length; i++) samples[i]! /= peak;
  return new Blob([wavFile([samples], PLAYED_RATE)], { type: 'audio/wav' });
}

/** The notes as a standard MIDI file: the essence, and the melody if there is one, each on its own track. */
export async function notesMidi(fragrance: ExportedFragrance): Promise<Blob> {
  const { midiFile } = await import('../midi/file/midiWriter.ts');
  const tracks = noteTracks(fragrance).map((track, channel) => ({ ...track, channel }));
  return new Blob([midiFile(BPM, tracks)], { type: 'audio/midi' });
}
