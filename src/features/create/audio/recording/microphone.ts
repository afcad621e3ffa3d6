import { codedError, type CodedError } from '#core/values/errors.ts';

/** Failures of a microphone; the create screen has a message and suggestions for each. */
export type MicrophoneErrorType =
  | 'permission_denied'
  | 'not_found'
  | 'not_readable'
  | 'over_constrained'
  | 'security_error'
  | 'connection_failed'
  | 'unknown';

const MICROPHONE_ERROR = 'Failed to access microphone. Please check your permissions and try again.';

const ERROR_TYPES = new Map<unknown, MicrophoneErrorType>(
  Object.entries({
    NotAllowedError: 'permission_denied',
    PermissionDeniedError: 'permission_denied',
    NotFoundError: 'not_found',
    DevicesNotFoundError: 'not_found',
    NotReadableError: 'not_readable',
    TrackStartError: 'not_readable',
    OverconstrainedError: 'over_constrained',
    ConstraintNotSatisfiedError: 'over_constrained',
    SecurityError: 'security_error',
    // The device exists but could not be started, for an unknown reason.
    AbortError: 'connection_failed',
    TimeoutError: 'connection_failed',
    NetworkError: 'connection_failed',
  }),
);

/** The type of a failed request for the microphone; reads older names of Chromium and Firefox, too. */
export function microphoneErrorType(error: unknown, secure: boolean): MicrophoneErrorType {
  if (!secure) return 'security_error';
  const name = typeof error === 'object' && error !== null ? (error as { name?: unknown }).name : undefined;
  return ERROR_TYPES.get(name) ?? 'unknown';
}

export interface Microphone {
  stream: MediaStream;
  track: MediaStreamTrack;
  /** Actual settings; the browser may keep its voice processing despite the constraints. */
  settings: MediaTrackSettings;
  /** Stops the tracks and so the browser's recording sign. Safe to call twice. */
  release(): void;
}

/**
 * Constraints. Voices use the browser's processing; music does not, because it suppresses sustained notes
 * (docs/decisions.md, 12). Plain values are preferences: a device that cannot meet them is accepted.
 */
export function microphoneConstraints(music: boolean): MediaStreamConstraints {
  return { audio: { echoCancellation: !music, noiseSuppression: !music, autoGainControl: !music } };
}

/**
 * Opens the microphone, with the browser's request for permission if needed.
 * @throws a coded error whose code is a {@link MicrophoneErrorType}
 */
export async function openMicrophone(music: boolean): Promise<Microphone> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(microphoneConstraints(music));
    const release = (): void => {
      for (const track of stream.getTracks()) track.stop();
    };
    const track = stream.getAudioTracks()[0];
    if (track === undefined) {
      release();
      throw new DOMException('The stream has no sound.', 'NotFoundError');
    }
    return { stream, track, settings: track.getSettings(), release };
  } catch (error) {
    throw codedError(
      microphoneErrorType(error, window.isSecureContext),
      MICROPHONE_ERROR,
      error,
    ) satisfies CodedError<MicrophoneErrorType>;
  }
}
