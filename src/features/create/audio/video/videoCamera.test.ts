import { describe, expect, it } from 'vitest';
import { chooseVideoType, videoTimeslice, videoTypes } from './videoCamera.ts';

describe('the codec ladder', () => {
  it('prefers vp9, then vp8, then plain webm', () => {
    expect(videoTypes(false).slice(0, 3)).toEqual([
      'video/webm;codecs=vp9,opus',
      'video/webm;codecs=vp8,opus',
      'video/webm',
    ]);
    expect(chooseVideoType(false, () => true)).toBe('video/webm;codecs=vp9,opus');
    expect(chooseVideoType(false, (type) => !type.includes('vp9'))).toBe('video/webm;codecs=vp8,opus');
    expect(chooseVideoType(false, (type) => type === 'video/webm')).toBe('video/webm');
  });

  it('uses mp4 if there is no webm, and first on WebKit', () => {
    expect(chooseVideoType(false, (type) => type.startsWith('video/mp4'))).toMatch(/^video\/mp4/);
    expect(chooseVideoType(true, () => true)).toMatch(/^video\/mp4/);
    expect(chooseVideoType(true, () => false)).toBeNull();
  });

  it('requests pieces of 100 ms, and none on WebKit', () => {
    expect(videoTimeslice(false)).toBe(100);
    expect(videoTimeslice(true)).toBeUndefined();
  });
});
