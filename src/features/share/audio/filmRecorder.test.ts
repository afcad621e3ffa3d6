import { expect, test } from 'vitest';
import { filmTypeOf } from './filmRecorder.ts';

test.each([
  ['H.264 and AAC', ['video/mp4;codecs=avc1.42E01F,mp4a.40.2', 'video/mp4', 'video/webm'], /avc1/],
  ['an MP4 without them', ['video/mp4', 'video/webm;codecs=vp8,opus', 'video/webm'], /^video\/webm;codecs=vp8/],
  ['MP4 alone', ['video/mp4'], /^video\/mp4$/],
])('records a film in the format that phones play best: %s', (_what, supported, type) => {
  expect(filmTypeOf((one) => supported.includes(one))).toMatch(type);
});
