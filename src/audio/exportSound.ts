import { ESSENCE_LENGTH, essenceNotes, noteTracks } from '../domain/exportNotes.ts';
import { hzOf } from '../domain/pitch.ts';
import type { FragranceProfile } from '../domain/profile.ts';
import { scheduleNote } from './notePlayer.ts';
import { wavFile } from './wavFile.ts';

const SAMPLE_RATE = 44_100;
/** Silence behind the last note, s: some players cut the very end. */
const TAIL = 0.3;
/** A note must last, or MIDI readers drop it, s. */
const SHORTEST = 0.03;

type Sounding = Pick<FragranceProfile, 'musicEssence' | 'trace'>;

/** The essence as it is played on the results, rendered offline with the same note tone: a mono WAVE file. */
export async function essenceWav(profile: Sounding): Promise<Blob> {
  const notes = essenceNotes(profile);
  const seconds = (notes.at(-1)?.offset ?? 0) + TAIL;
  const context = new OfflineAudioContext(1, Math.ceil(seconds * SAMPLE_RATE), SAMPLE_RATE);
  notes.forEach(({ onset }, i) => scheduleNote(context, context.destination, hzOf(profile.musicEssence[i]!), onset, ESSENCE_LENGTH));
  const rendered = await context.startRendering();
  return new Blob([wavFile([rendered.getChannelData(0)], SAMPLE_RATE)], { type: 'audio/wav' });
}

/** The notes as a standard MIDI file: the essence, and the melody where there is one, each on its own track. */
export async function notesMidi(profile: Sounding): Promise<Blob> {
  // CommonJS: a bundler gives its names, Node gives them as the default export.
  const loaded = await import('@tonejs/midi');
  const { Midi } = 'Midi' in loaded ? loaded : (loaded as { default: typeof loaded }).default;
  const midi = new Midi();
  midi.header.setTempo(120);
  noteTracks(profile).forEach(({ name, notes }, channel) => {
    const track = midi.addTrack();
    track.name = name;
    track.channel = channel;
    for (const { midi: number, onset, offset, velocity } of notes) {
      track.addNote({ midi: number, time: onset, duration: Math.max(SHORTEST, offset - onset), velocity: Math.min(1, Math.max(1 / 127, velocity)) });
    }
  });
  return new Blob([new Uint8Array(midi.toArray())], { type: 'audio/midi' });
}
