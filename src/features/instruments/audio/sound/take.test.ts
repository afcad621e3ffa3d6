import { parseMidi } from 'midi-file';
import { describe, expect, it } from 'vitest';
import { FULL_STRENGTH, INITIAL_BEAT, levelAt, stepsOf } from '#features/instruments/domain/beat/beat.ts';
import { withBpm, withLevel, withMuteToggled } from '#features/instruments/domain/beat/beatChanges.ts';
import { TONE_CHOICES } from '#features/instruments/domain/keyboard/tone.ts';
import { LatencyMeter } from './latencyMeter.ts';
import { beatOfScore, type MidiBeat } from '#features/instruments/domain/beat/midiBeat.ts';
import { readMidi } from '#features/instruments/domain/midi/midiScore.ts';
import { beatToMidi, takeToMidi } from '../midi/file/midiFile.ts';

const beatFromMidi = (bytes: Uint8Array): MidiBeat => beatOfScore(readMidi(bytes));

describe('MIDI files', () => {
  it('restore a beat with its tempo, pads and strengths: its four rounds become one', () => {
    const beat = withLevel(
      withLevel(withLevel(withBpm(INITIAL_BEAT, 96), 'C3', 0, FULL_STRENGTH), 'G4', 3, 5),
      'E5',
      7,
      FULL_STRENGTH,
    );
    const { beat: read, left } = beatFromMidi(beatToMidi(beat));
    expect([read.bpm, stepsOf(read), left]).toEqual([96, 8, 0]);
    expect([levelAt(read, 'C3', 0), levelAt(read, 'G4', 3), levelAt(read, 'E5', 7)]).toEqual([
      FULL_STRENGTH,
      5,
      FULL_STRENGTH,
    ]);
    // The file leaves out muted rows, too.
    expect(beatFromMidi(beatToMidi(withMuteToggled(beat, 'G4'))).beat.notes).toEqual(['C3', 'E5']);
  });

  it('restore a take to the millisecond', () => {
    const notes = [
      { midi: 60, onset: 0.123, offset: 0.5, velocity: 0.5 },
      { midi: 127, onset: 1.5, offset: 1.5, velocity: 1 },
    ];
    const file = readMidi(takeToMidi({ duration: 2, notes }));
    expect(
      file.notes.map(({ midi, onset, velocity }) => [midi, Math.round(onset * 1000), Math.round(velocity * 100)]),
    ).toEqual([
      [60, 123, 50],
      [127, 1500, 100],
    ]);
  });
});

describe('a key that is struck again at the moment it ends', () => {
  it('ends before it begins again in a MIDI file', () => {
    const struck = { midi: 60, velocity: 1 };
    const notes = [
      { ...struck, onset: 0.5, offset: 1 },
      { ...struck, onset: 0, offset: 0.5 },
    ];
    // Read by another's reader: ours also takes the two in the other order.
    const events = parseMidi(takeToMidi({ duration: 1, notes })).tracks.flat();
    expect(events.map(({ type }) => type).filter((type) => type.startsWith('note'))).toEqual([
      'noteOn',
      'noteOff',
      'noteOn',
      'noteOff',
    ]);
  });
});

describe('a take with gestures in a MIDI file', () => {
  it('has one track for each channel, with its bends, controllers, pressure and pedals', () => {
    const struck = { velocity: 1, offset: 1 };
    const file = parseMidi(
      takeToMidi({
        duration: 1,
        notes: [
          { ...struck, midi: 60, onset: 0.5, channel: 0 },
          { ...struck, midi: 64, onset: 0.5, channel: 1 },
        ],
        gestures: [
          { time: 0, channel: 0, control: 'sustain', value: 1 },
          { time: 0.5, channel: 0, control: 'bend', value: 250 },
          { time: 0.75, channel: 0, control: 'bend', value: -300 },
          { time: 0.75, channel: 0, control: 'modulation', value: 0.5 },
          { time: 0.75, channel: 1, control: 'swell', value: 1 },
          { time: 0.8, channel: 1, control: 'key', value: 1, midi: 64 },
          { time: 0.9, channel: 1, control: 'timbre', value: 0.5 },
          { time: 0.9, channel: 1, control: 'level', value: 0 },
          { time: 0.95, channel: 1, control: 'volume', value: 80 / 127 },
          { time: 0.95, channel: 1, control: 'expression', value: 90 / 127 },
        ],
      }),
    );
    const words = file.tracks.slice(1).map((events) => {
      let tick = 0;
      return events.flatMap(({ deltaTime, type, ...event }) => {
        tick += deltaTime;
        return type === 'trackName' || type === 'programChange' || type === 'endOfTrack'
          ? []
          : [`${tick} ${type} ${Object.values(event).join(' ')}`];
      });
    });
    expect(words).toEqual([
      [
        '0 controller 0 101 0',
        '0 controller 0 100 0',
        '0 controller 0 6 3',
        '0 controller 0 64 127',
        '480 pitchBend 0 6826',
        '480 noteOn 0 60 127',
        '720 pitchBend 0 -8192',
        '720 controller 0 1 64',
        '960 noteOff 0 60 64',
      ],
      [
        '480 noteOn 1 64 127',
        '720 channelAftertouch 1 127',
        '768 noteAftertouch 1 64 127',
        '864 controller 1 74 64',
        '864 controller 1 11 0',
        '912 controller 1 7 80',
        '912 controller 1 11 90',
        '960 noteOff 1 64 64',
      ],
    ]);
  });
});

describe('a take with a pedal and several tones in a MIDI file', () => {
  it('has a track for each tone with its program and name, and note-offs of the keys', () => {
    const struck = { velocity: 1, onset: 0, channel: 0 };
    const { tracks } = parseMidi(
      takeToMidi({
        duration: 3,
        notes: [
          { ...struck, midi: 60, offset: 3, keyUp: 1, release: 40 / 127, tone: 'wood' },
          { ...struck, midi: 64, offset: 2, tone: 'held' },
        ],
        gestures: [{ time: 0.5, channel: 0, control: 'sustain', value: 1 }],
      }),
    );
    const words = tracks.slice(1).map((events) => {
      let tick = 0;
      return events.map((event) => {
        tick += event.deltaTime;
        const { deltaTime: _, type, ...rest } = event;
        const values = Object.values(rest).filter((value) => value !== true);
        return `${tick} ${type} ${values.join(' ')}`.trim();
      });
    });
    expect(words).toEqual([
      [
        '0 trackName Wood',
        `0 programChange 0 ${TONE_CHOICES.indexOf('wood')}`,
        '0 noteOn 0 60 127',
        '480 controller 0 64 127',
        '960 noteOff 0 60 40',
        '960 endOfTrack',
      ],
      [
        '0 trackName Held',
        `0 programChange 1 ${TONE_CHOICES.indexOf('held')}`,
        '0 noteOn 1 64 127',
        '480 controller 1 64 127',
        '1920 noteOff 1 64 64',
        '1920 endOfTrack',
      ],
    ]);
  });
});

describe('a roll that is faster than the shortest note of a MIDI file', () => {
  it('ends each note before its key is struck again', () => {
    // 100 strikes a second, of which two come at the same moment.
    const onsets = [0, 0.01, 0.02, 0.02, 0.03];
    const notes = onsets.map((onset, i) => ({ midi: 60, velocity: (i + 1) / 10, onset, offset: onset + 0.004 }));
    let tick = 0;
    const events = parseMidi(takeToMidi({ duration: 1, notes }))
      .tracks.at(-1)!
      .map((event) => ({ ...event, tick: (tick += event.deltaTime) }));
    const struck = events.flatMap((event) =>
      event.type === 'noteOn' || event.type === 'noteOff' ? [[event.type, event.tick, event.velocity]] : [],
    );
    // 960 ticks a second; the last note has the shortest length, 30 ms.
    expect(struck).toEqual([
      ['noteOn', 0, 13],
      ['noteOff', 10, 64],
      ['noteOn', 10, 25],
      ['noteOff', 19, 64],
      ['noteOn', 19, 51],
      ['noteOff', 29, 64],
      ['noteOn', 29, 64],
      ['noteOff', 58, 64],
    ]);
  });
});

describe('the latency figure', () => {
  const output = { contextTime: 10, performanceTime: 5000 };
  const PLAYED_CLOCK = { time: 10.04, silence: 2 };

  it('is the median from event to the first sample at the output', () => {
    const meter = new LatencyMeter();
    const shown: number[] = [];
    meter.onFigure = ({ count }) => void shown.push(count);
    expect(meter.currentFigure()).toBeNull();
    for (const latency of [30, 10, 20]) {
      meter.expect(5000 + 40 - latency, 10.039);
      expect(meter.onset(PLAYED_CLOCK, output)).not.toBeNull();
    }
    expect(meter.currentFigure()!.median).toBeCloseTo(20, 6);
    expect(shown).toEqual([1, 2, 3]);
  });

  it('counts only sound that follows a touch', () => {
    const meter = new LatencyMeter();
    expect(meter.onset(PLAYED_CLOCK, output)).toBeNull();
    meter.expect(4000, 9);
    expect(meter.onset(PLAYED_CLOCK, output)).toBeNull();
    meter.expect(0, 10.039);
    expect(meter.onset(PLAYED_CLOCK, output)).toBeNull();
    meter.expect(6000, 10.039);
    expect(meter.onset(PLAYED_CLOCK, output)).toBeNull();
  });

  it('counts a late note, but none that was requested before the silence', () => {
    const meter = new LatencyMeter();
    meter.expect(4860, 9.86);
    expect(meter.onset(PLAYED_CLOCK, output)).toMatchObject({ median: expect.closeTo(180, 6), count: 1 });
    // The first began while others sounded, and did not end the silence.
    meter.expect(4860, 9.86);
    meter.expect(5010, 10.01);
    expect(meter.onset({ time: 10.04, silence: 0.1 }, output)).toMatchObject({
      median: expect.closeTo(105, 6),
      count: 2,
    });
  });

  it('restarts with another output such as headphones, and includes its delay', () => {
    const meter = new LatencyMeter();
    const note = (latency: number, delays: { base: number; output: number | null }) => {
      meter.expect(5000 + 40 - latency, 10.039);
      return meter.onset(PLAYED_CLOCK, output, delays);
    };
    note(30, { base: 10, output: 20 });
    expect(note(32, { base: 10, output: 24 })).toMatchObject({ count: 2, base: 10, output: 24 });
    expect(note(210, { base: 10, output: 184 })).toMatchObject({
      count: 1,
      median: expect.closeTo(210, 6),
      output: 184,
    });
  });
});
