import { describe, expect, it } from 'vitest';
import { concatBytes } from '#tests/fixtures/containers.ts';
import { box, element, mp4Of, webmOf } from '#tests/fixtures/boxes.ts';
import { tracksIn } from './tracks.ts';

describe('the tracks of a file', () => {
  it('are those in the headers of MP4 and Matroska, with the length of their samples', () => {
    expect(tracksIn(mp4Of('soun', 'alac'))).toEqual({ video: false, sound: ['alac'], seconds: 1 });
    expect(tracksIn(mp4Of('vide', 'avc1'))).toEqual({ video: true, sound: [], seconds: null });
    expect(tracksIn(webmOf(2, 'A_AC3'))).toEqual({ video: false, sound: ['A_AC3'], seconds: 1.5 });
    expect(tracksIn(webmOf(1, 'V_VP8'))).toMatchObject({ video: true, sound: [] });
  });

  it('are none if the file was cut off before them', () => {
    expect(tracksIn(mp4Of('soun', 'mp4a').subarray(0, 40))).toBeNull();
    expect(tracksIn(webmOf(2, 'A_OPUS').subarray(0, 50))).toBeNull();
    expect(tracksIn(concatBytes(box('ftyp', concatBytes('M4A ')), box('mdat', new Uint8Array(9))))).toBeNull();
    expect(tracksIn(element([0x1a, 0x45, 0xdf, 0xa3]))).toBeNull();
  });
});
