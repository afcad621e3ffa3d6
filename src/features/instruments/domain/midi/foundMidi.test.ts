import { describe, expect, it } from 'vitest';
import { readMidi } from './midiScore.ts';
import { fragranceOfTake, takeOfScore } from '../take/takeFragrance.ts';
import { isMidi } from './chunks.ts';
import { concatBytes } from '#tests/fixtures/containers.ts';
import {
  after,
  ascii,
  chunk,
  END,
  file,
  header,
  melody,
  meta,
  release,
  strike,
  tempo,
  track,
} from '#tests/fixtures/midiBytes.ts';

/**
 * MIDI files as visitors have them: each is recognised by its bytes, and gives the fragrance of its notes or a code.
 */

function essenceOf(bytes: Uint8Array<ArrayBuffer>): string[] {
  expect(isMidi(bytes)).toBe(true);
  return fragranceOfTake(takeOfScore(readMidi(bytes)), new Date(0)).musicEssence.toSorted();
}

const NOTES = [60, 64, 67];
const ESSENCE = ['C4', 'E4', 'G4'];
const song = track(melody(NOTES), END);
const plainFile = file(header(), song);
const first = strike(60);

describe('a MIDI file from other programs', () => {
  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['as it should be', plainFile],
    ["with a vendor's chunk", file(header(), chunk('XFIH', [1, 2, 3]), song)],
    ['of 25 frames and 40 ticks', file(header({ division: 0xe728 }), song)],
    ['whose last note is never released', file(header(), track(melody([60, 64]), strike(67), END))],
    ['without any release', file(header(), track(...NOTES.map((key) => strike(key, 480)), END))],
    [
      'of a key that is struck twice',
      file(header(), track(first, strike(60, 480), release(60), melody([64, 67]), END)),
    ],
    [
      'with a program change in a note',
      file(header(), track(first, after(9, 0xc0, 5), release(60), melody([64, 67]), END)),
    ],
    ['whose first tempo comes later', file(header(), track(melody([60, 64]), tempo(250_000), melody([67]), END))],
    ['of a Macintosh', concatBytes(new Uint8Array(128), plainFile)],
    [
      'wrapped in RIFF',
      file(ascii('RIFF'), [0, 0, 0, 0], ascii('RMIDdata'), [plainFile.length, 0, 0, 0], [...plainFile]),
    ],
    ['with a sequence number of no length', file(header(), track(meta(0), melody(NOTES), END))],
    ['with a key signature of no length', file(header(), track(meta(0x59), melody(NOTES), END))],
    ['with a long text', file(header(), track(meta(1, Array<number>(20_000).fill(97)), melody(NOTES), END))],
    ['with active sensing in its track', file(header(), track(first, [0, 0xfe], release(60), melody([64, 67]), END))],
    ['of more tracks than it says', file(header({ tracks: 1 }), track(END), song)],
    ['of fewer tracks than it says, and with more behind it', file(header({ tracks: 9 }), song, [0, 0, 7])],
    ['of two patterns', file(header({ format: 2, tracks: 2 }), track(melody([60, 64]), END), track(melody([67]), END))],
    [
      'whose notes begin and end at once',
      file(header(), track(...NOTES.map((key) => [...strike(key, 480), ...release(key, 0)]), END)),
    ],
    ['with a tempo of 0', file(header(), track(tempo(0), melody(NOTES), END))],
    ['with a division of 0', file(header({ division: 0 }), song)],
    ['that ends before its notes do', file(header(), track(melody([60]), END, melody([64, 67])))],
    ['that was cut off', plainFile.slice(0, plainFile.length - 7)],
  ])('%s becomes the fragrance of its notes', (_, bytes) => {
    expect(essenceOf(bytes)).toEqual(ESSENCE);
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['an empty track', file(header(), track()), 'no_notes'],
    ['drums alone', file(header(), track(melody([36, 38], 9), END)), 'only_drums'],
    ['noise', file(header(), Array<number>(30).fill(7)), 'not_midi'],
  ])('of %s is refused', (_, bytes, code) => {
    expect(() => essenceOf(bytes)).toThrow(expect.objectContaining({ code }));
  });
});
