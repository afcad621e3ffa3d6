import { describe, expect, it } from 'vitest';
import { microphoneConstraints, microphoneErrorType } from './microphone.ts';
import { recordingTypes } from './mediaRecording.ts';

describe('a failure of the microphone', () => {
  it.each([
    ['NotAllowedError', 'permission_denied'],
    ['PermissionDeniedError', 'permission_denied'],
    ['NotFoundError', 'not_found'],
    ['NotReadableError', 'not_readable'],
    ['TrackStartError', 'not_readable'],
    ['OverconstrainedError', 'over_constrained'],
    ['SecurityError', 'security_error'],
    ['AbortError', 'connection_failed'],
    ['TypeError', 'unknown'],
    ['constructor', 'unknown'],
  ])('%s is %s', (name, type) => {
    expect(microphoneErrorType(Object.assign(new Error('x'), { name }), true)).toBe(type);
  });

  it('is a security error on any page that is not secure', () => {
    expect(microphoneErrorType(new TypeError('mediaDevices is undefined'), false)).toBe('security_error');
  });

  it('is unknown when it is no error at all', () => {
    for (const thrown of [undefined, null, 'no', 7]) expect(microphoneErrorType(thrown, true)).toBe('unknown');
  });
});

describe('the request for a microphone', () => {
  it('turns the browser’s voice processing on, and off for music', () => {
    expect(microphoneConstraints(false)).toEqual({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
    expect(microphoneConstraints(true)).toEqual({
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
  });

  it('records webm, else mp4, and the other way round on WebKit', () => {
    expect(recordingTypes(false).map((type) => type.slice(6, 10))).toEqual(['webm', 'webm', 'mp4;', 'mp4']);
    expect(recordingTypes(true)[0]).toMatch(/^audio\/mp4/);
  });
});
