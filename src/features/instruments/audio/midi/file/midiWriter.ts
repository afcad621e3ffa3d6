import {
  writeMidi,
  type MidiChannelAftertouchEvent,
  type MidiControllerEvent,
  type MidiEvent,
  type MidiNoteAftertouchEvent,
  type MidiPitchBendEvent,
} from 'midi-file';
import { DEFAULT_RELEASE } from '../messages.ts';

/** A track of a score. */
export interface MidiTrackInput {
  name: string;
  /** 0 to 15; 9 is drums. */
  channel: number;
  /** General MIDI, from 0. */
  program?: number;
  notes: readonly MidiNoteInput[];
  controls?: readonly MidiControlInput[];
}

/** A channel message other than a note, s. */
export interface MidiControlInput {
  time: number;
  event: ChannelEvent;
}

/** The fields of such an event beside time and channel. */
type ChannelEvent =
  | Pick<MidiControllerEvent, 'type' | 'controllerType' | 'value'>
  | Pick<MidiPitchBendEvent, 'type' | 'value'>
  | Pick<MidiChannelAftertouchEvent, 'type' | 'amount'>
  | Pick<MidiNoteAftertouchEvent, 'type' | 'noteNumber' | 'amount'>;

/** Times in s, velocities 0 to 1. */
export interface MidiNoteInput {
  midi: number;
  onset: number;
  offset: number;
  velocity: number;
  /** Velocity of the key on its way up, where it was measured. */
  release?: number;
}

const TICKS_PER_BEAT = 480;
/** Minimum length of a note, s, unless its key is struck again sooner: readers drop shorter ones. */
const MIN_NOTE_SECONDS = 0.03;

/** An event at its absolute tick; at the same tick, note-offs come first, then controls. */
interface TimedEvent {
  tick: number;
  order: number;
  event: MidiEvent;
}

/** Sorts events and converts their times to deltas. */
function toSequence(events: TimedEvent[]): MidiEvent[] {
  let before = 0;
  return events
    .sort((a, b) => a.tick - b.tick || a.order - b.order)
    .map(({ tick, event }) => {
      const deltaTime = tick - before;
      before = tick;
      return { ...event, deltaTime };
    });
}

/** A note in ticks. */
interface Strike {
  midi: number;
  from: number;
  to: number;
  strength: number;
  /** 0 to 127 */
  release: number;
}

/**
 * The notes in ticks. A channel has one note-off for a key, so a note ends where its key is struck again, however short
 * it is then, and strikes of one tick are one.
 */
function strikesOf(notes: readonly MidiNoteInput[], ticksPerSecond: number): Strike[] {
  const strikes: Strike[] = [];
  const last = new Map<number, Strike>();
  for (const { midi, onset, offset, velocity, release } of [...notes].sort((a, b) => a.onset - b.onset)) {
    const from = Math.round(onset * ticksPerSecond);
    const to = Math.max(from + 1, Math.round(Math.max(offset, onset + MIN_NOTE_SECONDS) * ticksPerSecond));
    const strength = Math.max(1, Math.round(Math.min(1, velocity) * 127));
    const before = last.get(midi);
    if (before?.from === from) {
      before.to = Math.max(before.to, to);
      before.strength = Math.max(before.strength, strength);
      continue;
    }
    if (before !== undefined) before.to = Math.min(before.to, from);
    const released = release === undefined ? DEFAULT_RELEASE : Math.round(127 * release);
    const strike = { midi, from, to, strength, release: released };
    last.set(midi, strike);
    strikes.push(strike);
  }
  return strikes;
}

function trackEvents(
  { name, channel, program, notes, controls = [] }: MidiTrackInput,
  ticksPerSecond: number,
): MidiEvent[] {
  const head: MidiEvent[] = [{ deltaTime: 0, type: 'trackName', text: name }];
  if (program !== undefined) head.push({ deltaTime: 0, type: 'programChange', channel, programNumber: program });
  const played = strikesOf(notes, ticksPerSecond).flatMap(({ midi, from, to, strength, release }): TimedEvent[] => {
    const event = { deltaTime: 0, channel, noteNumber: midi };
    return [
      { tick: from, order: 2, event: { ...event, type: 'noteOn', velocity: strength } },
      { tick: to, order: 0, event: { ...event, type: 'noteOff', velocity: release } },
    ];
  });
  const shaped = controls.map(({ time, event }): TimedEvent => ({
    tick: Math.round(time * ticksPerSecond),
    order: 1,
    event: { ...event, deltaTime: 0, channel },
  }));
  return [...head, ...toSequence([...shaped, ...played]), { deltaTime: 0, type: 'endOfTrack' }];
}

/**
 * A score as a Standard MIDI File of format 1 with a track for the tempo. Times are exact to a 480th beat at any tempo,
 * which only shows a sequencer where the beats are.
 */
export function midiFile(bpm: number, tracks: readonly MidiTrackInput[]): Uint8Array<ArrayBuffer> {
  const microsecondsPerBeat = Math.round(60_000_000 / bpm);
  const ticksPerSecond = (TICKS_PER_BEAT * 1_000_000) / microsecondsPerBeat;
  const conductor: MidiEvent[] = [
    { deltaTime: 0, type: 'setTempo', microsecondsPerBeat },
    { deltaTime: 0, type: 'endOfTrack' },
  ];
  const all = [conductor, ...tracks.map((track) => trackEvents(track, ticksPerSecond))];
  return new Uint8Array(
    writeMidi({ header: { format: 1, numTracks: all.length, ticksPerBeat: TICKS_PER_BEAT }, tracks: all }),
  );
}
