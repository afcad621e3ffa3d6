import * as fc from 'fast-check';
import { writeMidi, type MidiData, type MidiEvent } from 'midi-file';
import { describe, expect, it } from 'vitest';
import { ascii, chunk } from '#tests/fixtures/midiBytes.ts';
import { readMidi } from './midiScore.ts';

/** Random scores, written by another library, come back note for note. */

interface Note {
  key: number;
  channel: number;
  from: number;
  length: number;
  velocity: number;
}

const TEMPO_CHANGES = [{ tick: 0, microseconds: 500_000 }];
const note = fc.record({
  key: fc.integer({ min: 0, max: 127 }),
  channel: fc.integer({ min: 0, max: 15 }),
  // Not 0: a gap is left before the next strike of the key.
  from: fc.integer({ min: 0, max: 2000 }),
  length: fc.integer({ min: 100, max: 3000 }),
  velocity: fc.integer({ min: 1, max: 127 }),
});
/** Notes of one track, of which none strikes a key that is down. */
const notes = fc.array(note, { maxLength: 30 }).map((drawn) => {
  const free = new Map<number, number>();
  let now = 0;
  return drawn.map(({ from, ...rest }): Note => {
    const id = rest.channel * 128 + rest.key;
    now = Math.max(now + from, free.get(id) ?? 0);
    free.set(id, now + rest.length + 1);
    return { ...rest, from: now };
  });
});
const tempos = fc
  .array(
    fc.record({
      tick: fc.integer({ min: 0, max: 20_000 }),
      microseconds: fc.integer({ min: 100_000, max: 2_000_000 }),
    }),
    { maxLength: 6 },
  )
  .map((drawn) => drawn.sort((a, b) => a.tick - b.tick));
/** Events between notes that do not change them. */
const noise: fc.Arbitrary<MidiEvent> = fc.constantFrom<MidiEvent>(
  { deltaTime: 0, type: 'text', text: 'la la' },
  { deltaTime: 0, type: 'marker', text: '' },
  { deltaTime: 0, type: 'sysEx', data: [0x41, 0x10, 0xf7] },
  { deltaTime: 0, type: 'unknownMeta', metatypeByte: 0x60, data: [1, 2, 3] },
  { deltaTime: 0, type: 'programChange', channel: 3, programNumber: 9 },
  { deltaTime: 0, type: 'controller', channel: 0, controllerType: 64, value: 127 },
  { deltaTime: 0, type: 'pitchBend', channel: 1, value: 100 },
);
const division = fc.oneof(
  fc.record({ ticksPerBeat: fc.integer({ min: 1, max: 0x7fff }) }),
  fc.record({ framesPerSecond: fc.constantFrom(24, 25, 30), ticksPerFrame: fc.integer({ min: 1, max: 255 }) }),
);
const score = fc.record({
  format: fc.constantFrom(0 as const, 1 as const),
  division,
  tempos,
  tracks: fc.array(fc.tuple(notes, fc.array(fc.tuple(fc.nat(40), noise), { maxLength: 8 })), {
    minLength: 1,
    maxLength: 5,
  }),
  running: fc.boolean(),
  silentRelease: fc.boolean(),
  chunks: fc.array(fc.tuple(fc.constantFrom('XFIH', 'CASM', 'junk'), fc.array(fc.nat(255), { maxLength: 9 })), {
    maxLength: 4,
  }),
  count: fc.nat(0xffff),
});
type Score = typeof score extends fc.Arbitrary<infer T> ? T : never;

/** Events at their ticks, with the noise between them at random places. */
function eventsOf(timed: { tick: number; event: MidiEvent }[], between: readonly [number, MidiEvent][]): MidiEvent[] {
  let before = 0;
  const events = timed
    .map((one, i) => ({ ...one, i }))
    .sort((a, b) => a.tick - b.tick || a.i - b.i)
    .map(({ tick, event }) => {
      const deltaTime = tick - before;
      before = tick;
      return { ...event, deltaTime };
    });
  for (const [at, event] of between) events.splice(Math.min(at, events.length), 0, event);
  return [...events, { deltaTime: 0, type: 'endOfTrack' }];
}

const tempoEvents = (changes: Score['tempos']) =>
  changes.map(({ tick, microseconds }) => ({
    tick,
    event: { deltaTime: 0, type: 'setTempo', microsecondsPerBeat: microseconds } as MidiEvent,
  }));

function serializeMidi({ format, division, tempos, tracks, running, silentRelease, chunks, count }: Score): Uint8Array {
  const noteEvents = tracks.map(([played]) =>
    played.flatMap(({ key, channel, from, length, velocity }) => [
      { tick: from, event: { deltaTime: 0, type: 'noteOn', noteNumber: key, channel, velocity } as MidiEvent },
      {
        tick: from + length,
        event: { deltaTime: 0, type: 'noteOff', noteNumber: key, channel, velocity: 0 } as MidiEvent,
      },
    ]),
  );
  const all: MidiEvent[][] =
    format === 0
      ? [eventsOf([...tempoEvents(tempos), ...noteEvents[0]!], tracks[0]![1])]
      : [eventsOf(tempoEvents(tempos), []), ...noteEvents.map((events, i) => eventsOf(events, tracks[i]![1]))];
  const data: MidiData = { header: { format, numTracks: all.length, ...division }, tracks: all };
  const bytes = writeMidi(data, { running, useByte9ForNoteOff: silentRelease });
  // Unknown chunks between those of the writer, and a wrong number of tracks.
  const parts = [bytes.slice(0, 14)];
  for (let at = 14; at < bytes.length;) {
    const end = at + 8 + (bytes[at + 4]! * 0x1000000 + (bytes[at + 5]! << 16) + (bytes[at + 6]! << 8) + bytes[at + 7]!);
    parts.push(bytes.slice(at, end));
    at = end;
  }
  chunks.forEach(([name, content], i) => parts.splice(1 + (i % parts.length), 0, chunk(name, content)));
  parts[0]!.splice(10, 2, count >> 8, count & 0xff);
  return Uint8Array.from(parts.flat());
}

/** Time of a tick, s: added up tempo by tempo, from the beginning each time. */
function secondsAt(tick: number, { division, tempos }: Score): number {
  if ('framesPerSecond' in division) return tick / (division.framesPerSecond * division.ticksPerFrame);
  const changes = [...TEMPO_CHANGES, ...tempos, { tick: Infinity, microseconds: 1 }];
  return changes.slice(0, -1).reduce((seconds, { tick: from, microseconds }, i) => {
    const ticks = Math.max(0, Math.min(tick, changes[i + 1]!.tick) - from);
    return seconds + (ticks * microseconds) / 1_000_000 / division.ticksPerBeat;
  }, 0);
}

const inOrder = (notes: number[][]): number[][] =>
  notes.sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!);
describe('a score written by another library', () => {
  it('is read note for note, for any division, tempos, running status and foreign chunks', () => {
    fc.assert(
      fc.property(score, (drawn) => {
        const { notes, drums } = readMidi(serializeMidi(drawn), { seconds: Infinity });
        const expected = (drawn.format === 0 ? drawn.tracks.slice(0, 1) : drawn.tracks).flatMap(([played]) =>
          played.map(({ key, from, length, velocity }) => {
            const onset = secondsAt(from, drawn);
            const offset = Math.max(onset + 0.03, secondsAt(from + length, drawn));
            return [key, velocity, onset, offset];
          }),
        );
        const found = [...notes, ...drums].map(({ midi, velocity, onset, offset }) => [
          midi,
          Math.round(velocity * 127),
          onset,
          offset,
        ]);
        const [ours, theirs] = [inOrder(found), inOrder(expected)];
        expect(ours.map(([key, velocity]) => [key, velocity])).toEqual(
          theirs.map(([key, velocity]) => [key, velocity]),
        );
        const apart = ours.flatMap((note, i) => note.map((value, j) => Math.abs(value - theirs[i]![j]!)));
        expect(Math.max(0, ...apart)).toBeLessThan(1e-6);
      }),
      { numRuns: 300 },
    );
  });

  it('has every strike with an end, also when releases are lost or doubled', () => {
    const hits = fc.array(fc.tuple(fc.integer({ min: 58, max: 62 }), fc.nat(500), fc.nat(3)), { minLength: 1 });
    fc.assert(
      fc.property(hits, (drawn) => {
        const events = drawn.flatMap(([key, delta, releases]): MidiEvent[] => [
          { deltaTime: delta, type: 'noteOn', noteNumber: key, channel: 0, velocity: 90 },
          ...Array.from({ length: releases }, (_, i): MidiEvent => {
            return { deltaTime: i === 1 ? 0 : delta, type: 'noteOff', noteNumber: key, channel: 0, velocity: 0 };
          }),
        ]);
        const { notes, duration } = readMidi(
          Uint8Array.from(writeMidi({ header: { format: 0, numTracks: 1, ticksPerBeat: 96 }, tracks: [events] })),
        );
        expect(notes.map(({ midi }) => midi)).toEqual(drawn.map(([key]) => key));
        expect(notes.every(({ onset, offset }) => offset > onset && offset <= duration)).toBe(true);
      }),
    );
  });

  it('is read past data events with any bytes, even those of a file', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        // A text may hold any bytes, even a file within the file.
        const text = [...ascii('MThd'), ...bytes];
        const events: MidiEvent[] = [
          { deltaTime: 0, type: 'sequencerSpecific', data: text },
          { deltaTime: 0, type: 'noteOn', noteNumber: 60, channel: 0, velocity: 90 },
        ];
        const file = writeMidi({ header: { format: 0, numTracks: 1, ticksPerBeat: 96 }, tracks: [events] });
        expect(readMidi(Uint8Array.from(file)).notes).toHaveLength(1);
      }),
    );
  });
});
