import { describe, expect, it } from 'vitest';
import {
  after,
  ascii,
  blackMidi,
  chunk,
  END,
  file,
  header,
  long,
  melody,
  meta,
  release,
  SCALE,
  strike,
  tempo,
  track,
} from '#tests/fixtures/midiBytes.ts';
import { isMidi } from './chunks.ts';
import { MAX_MIDI_BYTES, MAX_MIDI_NOTES } from './limits.ts';
import { readMidi, type ScoreNote } from './midiScore.ts';

const roundTime = (value: number): number => Math.round(value * 1000) / 1000;
/** Key, onset and offset of each note, s. */
const played = (notes: readonly ScoreNote[]): number[][] =>
  notes.map(({ midi, onset, offset }) => [midi, roundTime(onset), roundTime(offset)]);
const read = (...parts: readonly (readonly number[])[]): number[][] => played(readMidi(file(...parts)).notes);
const codeOf = (bytes: Uint8Array): unknown => {
  try {
    readMidi(bytes);
    return 'read';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const SCALE_NOTES = SCALE.map((key, i) => [key, i / 2, (i + 1) / 2]);
const TUNE_EVENTS = melody(SCALE);
const PLAIN_FILE = [...header(), ...track(tempo(500_000), TUNE_EVENTS, END)];
const DECOY_FILE = [...header(), ...track(melody([40]), END)];

describe('a MIDI file inside another container', () => {
  const wrapped: Record<string, Uint8Array> = {
    'in RIFF (RMID)': file(ascii('RIFF'), [0, 0, 0, 0], ascii('RMIDdata'), [PLAIN_FILE.length, 0, 0, 0], PLAIN_FILE),
    'in RIFF, behind other chunks and with a wrong length': file(
      ascii('RIFF'),
      [9, 9, 9, 9],
      ascii('RMIDDISP'),
      [3, 0, 0, 0, 1, 2, 3, 0],
      ascii('data'),
      [0xff, 0xff, 0xff, 0xff],
      PLAIN_FILE,
    ),
    'in RIFF whose chunks cannot be followed': file(ascii('RIFF'), [0, 0, 0, 0], ascii('RMID'), [1, 2, 3], PLAIN_FILE),
    // The first 1,024 bytes hold a header, but not the one of the data.
    'in RIFF, behind a long chunk with another MIDI file in it': file(
      ascii('RIFF'),
      [0, 0, 0, 0],
      ascii('RMIDLIST'),
      [0x00, 0x08, 0, 0],
      DECOY_FILE,
      Array(2048 - DECOY_FILE.length).fill(0),
      ascii('data'),
      [PLAIN_FILE.length, 0, 0, 0],
      PLAIN_FILE,
    ),
    'behind the letters of a header that is too short': file(ascii('?MThd'), long(5), [0], PLAIN_FILE),
    'behind a header of MacBinary': file([0, 8, ...ascii('song.mid')], Array(118).fill(0), PLAIN_FILE, [0, 0, 0]),
    'behind a byte order mark': file([0xef, 0xbb, 0xbf], PLAIN_FILE),
  };
  it.each(Object.keys(wrapped))('is found %s', (name) => {
    expect(isMidi(wrapped[name]!)).toBe(true);
    expect(played(readMidi(wrapped[name]!).notes)).toEqual(SCALE_NOTES);
  });
});

describe('the chunks of a MIDI file', () => {
  it.each([
    [
      'a vendor chunk before, between and behind',
      [header(), chunk('XFIH', [1, 2, 3]), track(TUNE_EVENTS, END), chunk('junk', [5])],
    ],
    ['fewer tracks than there are', [header({ tracks: 0 }), track(tempo(500_000), END), track(TUNE_EVENTS, END)]],
    ['more tracks than there are', [header({ tracks: 900 }), track(TUNE_EVENTS, END)]],
    ['trailing bytes', [header(), track(TUNE_EVENTS, END), [0x1a, 0x1a, 0x1a]]],
    ['trailing bytes that look like notes', [header(), track(TUNE_EVENTS, END), [0, 0x90, 40, 100, 0x60]]],
    ['trailing words', [header(), track(TUNE_EVENTS, END), ascii('Sequenced by Jo, all rights reserved')]],
    ['an empty track', [header(), track(), track(TUNE_EVENTS, END)]],
    ['a length of 0', [header(), chunk('MTrk', [...TUNE_EVENTS, ...END], 0)]],
    ['a length that is too long', [header(), chunk('MTrk', [...TUNE_EVENTS, ...END], 0xffffffff), track(END)]],
    ['a length that is too short', [header(), chunk('MTrk', [...TUNE_EVENTS, ...END], 9), track(END)]],
    ['a filling byte behind an odd chunk', [header(), chunk('junk', [1, 2, 3]), [0], track(TUNE_EVENTS, END)]],
    ['a longer header', [chunk('MThd', [0, 1, 0, 1, 1, 224, 9, 9]), track(TUNE_EVENTS, END)]],
    ['no end of the track', [header(), track(TUNE_EVENTS)]],
  ])('%s have all notes', (_, parts) => {
    expect(read(...parts)).toEqual(SCALE_NOTES);
  });

  it('are kept up to the end of a cut-off file', () => {
    const whole = file(header(), track(tempo(500_000), END), track(TUNE_EVENTS, END));
    const cut = readMidi(whole.subarray(0, whole.length - 9));
    expect(played(cut.notes)).toEqual([...SCALE_NOTES.slice(0, 7), [72, 3.5, 4]]);
    for (let length = 0; length < whole.length; length++)
      expect(['read', 'not_midi']).toContain(codeOf(whole.subarray(0, length)));
  });

  it('of format 2 are patterns, one after the other with separate tempos', () => {
    const slow = track(tempo(1_000_000), melody([60, 62]), END);
    expect(read(header({ format: 2 }), slow, track(melody([64]), END))).toEqual([
      [60, 0, 1],
      [62, 1, 2],
      [64, 2, 2.5],
    ]);
  });

  it('of formats 0 and 1 sound together', () => {
    for (const format of [0, 1])
      expect(read(header({ format }), track(melody([60, 62]), END), track(melody([64]), END))).toEqual([
        [60, 0, 0.5],
        [64, 0, 0.5],
        [62, 0.5, 1],
      ]);
  });
});

describe('the time of a MIDI file', () => {
  const beat = (format: number, division: number, ticks: number) =>
    read(header({ format, division }), track(tempo(250_000), strike(60, ticks), release(60, ticks), END));
  it.each([
    [24, 40, 480, 0.5],
    [25, 40, 500, 0.5],
    [29, 100, 2997, 1],
    [30, 80, 1200, 0.5],
  ])('counts frames of %i with %i ticks, whatever the tempo', (frames, resolution, ticks, seconds) => {
    expect(beat(0, ((256 - frames) << 8) | resolution, ticks)).toEqual([[60, seconds, 2 * seconds]]);
  });

  it('has a beat of 480 ticks by default, and a tick a frame if the header gives none', () => {
    expect(beat(0, 0, 480)).toEqual([[60, 0.25, 0.5]]);
    expect(beat(0, (256 - 25) << 8, 25)).toEqual([[60, 1, 2]]);
  });

  it('is 120 beats a minute until the first tempo, in any track', () => {
    expect(read(header(), track(melody([60, 62]), END), track(tempo(1_000_000, 480), END))).toEqual([
      [60, 0, 0.5],
      [62, 0.5, 1.5],
    ]);
  });

  it.each([
    ['of 0', tempo(0)],
    ['without bytes', meta(0x51)],
    ['of two bytes', meta(0x51, [1, 2])],
  ])('goes on at a tempo %s', (_, event) => {
    expect(read(header(), track(event, TUNE_EVENTS, END))).toEqual(SCALE_NOTES);
  });

  it('has the tempo of the first note, and the positions of notes in beats', () => {
    const { bpm, notes } = readMidi(
      file(header(), track(tempo(600_000), strike(60, 480), tempo(300_000, 480), strike(62), release(60), END)),
    );
    expect(bpm).toBeCloseTo(100, 9);
    expect(notes.map(({ beat: at }) => at)).toEqual([1, 2]);
  });
});

describe('the events of a track', () => {
  const event = (...bytes: number[]) => [...after(0, ...bytes)];
  it.each([
    ['real-time bytes as events', [event(0xfe), event(0xf8)]],
    ['a real-time byte before a status', [[0, 0xfe, ...strike(60).slice(1)], release(60)]],
    ['system common messages', [event(0xf1, 5), event(0xf2, 5, 6), event(0xf3, 7), event(0xf6), event(0xf4)]],
    ['exclusive messages', [event(0xf0, 3, 0x41, 0x10, 0xf7), event(0xf7, 2, 0xf3, 1)]],
    ['an exclusive message without a length', [event(0xf0, 0x7e, 0x7f, 9, 1, 0xf7)]],
    ['empty meta events', [0, 1, 3, 0x20, 0x21, 0x51, 0x54, 0x58, 0x59, 0x7f, 0x60].map((type) => meta(type))],
    ['a long text', [meta(1, Array(20_000).fill(0x41))]],
    ['a byte without a status', [[0, 5]]],
    ['a channel prefix of drums', [meta(0x20, [9])]],
  ])('are read past %s', (name, events) => {
    const tune = name === 'a real-time byte before a status' ? melody(SCALE.slice(1)) : TUNE_EVENTS;
    expect(read(header(), track(...events, tune, END))).toEqual(SCALE_NOTES);
  });

  it('continue a running status after meta events, exclusive messages and real-time bytes', () => {
    const between = [[], meta(1, ascii('la')), after(0, 0xf0, 2, 1, 0xf7), after(0, 0xf8)];
    const events = SCALE.flatMap((key, i) => [
      ...(i === 0 ? after(0, 0x90) : after(0)),
      key,
      100,
      ...between[i % between.length]!,
      ...after(480, key, 0),
    ]);
    expect(read(header(), track(events, END))).toEqual(SCALE_NOTES);
    // A byte of the clock within a message, as a cable carries it.
    expect(read(header(), track(after(0, 0x90, 60, 0xf8, 100), release(60), END))).toEqual([[60, 0, 0.5]]);
  });

  it('restart at the next status after a cut message', () => {
    expect(read(header(), track([0, 0x90, 60, 0x90, 62, 100], release(62), END))).toEqual([[62, 0, 0.5]]);
  });

  it.each([
    ['the next track', [track(END)]],
    ['the end of the file', []],
  ])('end with a message that is cut by %s', (_, rest) => {
    expect(read(header(), track(strike(64), after(480, 0x90, 62)), ...rest)).toEqual([[64, 0, 0.5]]);
  });

  it.each([
    ['with a delta', [after(480, 0xfe), release(60)], 1],
    ['between a delta and its status', [[0x83, 0x60, 0xfe, ...release(60, 0).slice(1)]], 0.5],
  ])('keep their time at a real-time byte %s', (_, events, end) => {
    expect(read(header(), track(strike(60), ...events, strike(62, 480), release(62), END))).toEqual([
      [60, 0, end],
      [62, end + 0.5, end + 1],
    ]);
  });

  it('after its end event count, if its length includes them', () => {
    expect(read(header(), track(melody([60]), END, melody([62]), END))).toEqual([
      [60, 0, 0.5],
      [62, 0.5, 1],
    ]);
    expect(read(header(), track(melody([60]), END, [0, 0, 0, 0, 0, 0]))).toEqual([[60, 0, 0.5]]);
  });
});

describe('the notes of a MIDI file', () => {
  const notesOf = (...events: readonly (readonly number[])[]) => read(header(), track(...events));

  it('last through changes of program and other events', () => {
    expect(notesOf(strike(60), after(240, 0xc0, 5), after(0, 0xb0, 7, 90), release(60, 240), END)).toEqual([
      [60, 0, 0.5],
    ]);
  });

  it('are released by a strike of velocity 0, too', () => {
    expect(notesOf(strike(60), after(480, 0x90, 60, 0), END)).toEqual([[60, 0, 0.5]]);
  });

  it('end once, even if they are released again', () => {
    const doubled = SCALE.flatMap((key) => [...strike(key), ...release(key), ...release(key, 0)]);
    expect(notesOf(doubled, END)).toEqual(SCALE_NOTES);
    // The second release comes behind the next strike of the same moment.
    expect(notesOf(strike(60), release(60), strike(60), release(60, 0), release(60), END)).toEqual([
      [60, 0, 0.5],
      [60, 0.5, 1],
    ]);
  });

  it('are complete when keys are struck again before they are released', () => {
    expect(notesOf(strike(60), strike(60, 480), strike(60, 480), release(60), melody([64]), END)).toEqual([
      [60, 0, 0.5],
      [60, 0.5, 1],
      [60, 1, 1.5],
      [64, 1.5, 2],
    ]);
  });

  it('of one pitch may overlap: a release ends the oldest strike', () => {
    expect(notesOf(strike(60), strike(60, 480), release(60), release(60), END)).toEqual([
      [60, 0, 1],
      [60, 0.5, 1.5],
    ]);
  });

  it('at one moment are released and struck in either order', () => {
    const offFirst = [strike(60), release(60), strike(60), release(60)];
    const onFirst = [strike(60), strike(60, 480), release(60, 0), release(60)];
    for (const events of [offFirst, onFirst])
      expect(notesOf(...events, END)).toEqual([
        [60, 0, 0.5],
        [60, 0.5, 1],
      ]);
  });

  it('of no length are kept, and short', () => {
    expect(notesOf(strike(60), release(60, 0), meta(1, [], 480), END)).toEqual([[60, 0, 0.03]]);
  });

  it('without a release last until their track ends, or for a limited time', () => {
    expect(notesOf(strike(60), melody([62]), meta(0x2f, [], 480))).toEqual([
      [60, 0, 1],
      [62, 0, 0.5],
    ]);
    expect(notesOf(strike(60), meta(0x2f, [], 9600))).toEqual([[60, 0, 2]]);
    expect(notesOf(strike(60, 480))).toEqual([[60, 0.5, 1]]);
    // None of them is released.
    expect(notesOf(SCALE.flatMap((key) => strike(key, 480))).map(([key]) => key)).toEqual(SCALE);
  });

  it('of a channel all end with "all notes off"', () => {
    const chord = [strike(60), strike(67), strike(64, 0, 1)];
    expect(notesOf(...chord, after(480, 0xb0, 123, 0), release(64, 480, 1), END)).toEqual([
      [60, 0, 0.5],
      [67, 0, 0.5],
      [64, 0, 1],
    ]);
  });

  it('on channel 10 are drums', () => {
    const { notes, drums, duration } = readMidi(file(header(), track(melody([36, 38], 9), melody([60]), END)));
    expect([played(notes), played(drums), duration]).toEqual([
      [[60, 1, 1.5]],
      [
        [36, 0, 0.5],
        [38, 0.5, 1],
      ],
      1.5,
    ]);
  });
});

describe('a file without MIDI or without notes', () => {
  it('is refused as another kind, or read as an empty score', () => {
    expect(codeOf(new Uint8Array())).toBe('not_midi');
    expect(codeOf(file(ascii('<!doctype html><html></html>')))).toBe('not_midi');
    expect(codeOf(file(ascii('MThd but then nonsense that is no chunk at all')))).toBe('not_midi');
    expect(codeOf(file(header(), Array(40).fill(7)))).toBe('not_midi');
    expect(codeOf(file(Array(2000).fill(7), PLAIN_FILE))).toBe('not_midi');
    expect(codeOf(file(ascii('RIFF'), long(0), ascii('RMIDLIST'), [4, 0, 0, 0], long(0)))).toBe('not_midi');
    expect(codeOf(file(ascii('RIFF'), long(4), ascii('WAVEfmt '), long(16)))).toBe('not_midi');
    for (const empty of [file(header({ tracks: 0 })), file(header(), track()), file(header(), track(END))])
      expect(readMidi(empty)).toMatchObject({ notes: [], drums: [], duration: 0, truncatedBy: null });
  });

  it('is refused when it is too large', () => {
    expect(codeOf(new Uint8Array(MAX_MIDI_BYTES + 1))).toBe('too_large');
    expect(() => readMidi(file(PLAIN_FILE), { bytes: 20 })).toThrow(expect.objectContaining({ code: 'too_large' }));
  });
});

describe('an endless MIDI file', () => {
  it('is read up to the limit of notes, in the order of time and not of its tracks', () => {
    const late = track(strike(60, 4800), melody(SCALE), END);
    const score = readMidi(file(header(), late, track(TUNE_EVENTS, END)), { notes: 5 });
    expect(score.truncatedBy).toBe('notes');
    expect(played(score.notes)).toEqual(SCALE_NOTES.slice(0, 5));
  });

  it('is read up to the longest time', () => {
    const score = readMidi(file(PLAIN_FILE), { seconds: 1.75 });
    expect([score.truncatedBy, score.notes.length, score.duration]).toEqual(['length', 4, 1.75]);
  });

  it.each([true, false])('of black MIDI ends at the limit of notes (released: %s)', (released) => {
    const score = readMidi(blackMidi(4 * 1024 * 1024, { released }));
    expect([score.truncatedBy, score.notes.length]).toEqual(['notes', MAX_MIDI_NOTES]);
    expect(score.notes.every(({ onset, offset }) => offset > onset && offset < Infinity)).toBe(true);
  });

  it('of many tracks is read as well', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => track(strike(i % 128, i), END));
    expect(readMidi(file(header(), ...many)).notes).toHaveLength(20_000);
  });
});
