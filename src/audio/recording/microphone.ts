import { coded, type CodedError } from '../../domain/errors.ts';

/** What may be wrong with a microphone; the create screen has words and suggestions for each. */
export type MicrophoneErrorType =
  | 'permission_denied'
  | 'not_found'
  | 'not_readable'
  | 'over_constrained'
  | 'security_error'
  | 'connection_failed'
  | 'unknown';

export const MICROPHONE_ERROR = 'Failed to access microphone. Please check your permissions and try again.';

const TYPES = new Map<unknown, MicrophoneErrorType>(
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
    // The device was there and could not be brought up, for no reason that the browser gives.
    AbortError: 'connection_failed',
    TimeoutError: 'connection_failed',
    NetworkError: 'connection_failed',
  }),
);

/** The type of a failed request for the microphone; older names of Chromium and Firefox included. */
export function microphoneErrorType(thrown: unknown, secure: boolean): MicrophoneErrorType {
  if (!secure) return 'security_error';
  const name = typeof thrown === 'object' && thrown !== null ? (thrown as { name?: unknown }).name : undefined;
  return TYPES.get(name) ?? 'unknown';
}

export interface Microphone {
  stream: MediaStream;
  track: MediaStreamTrack;
  /** What the browser really gave; it may keep its voice processing whatever was asked. */
  settings: MediaTrackSettings;
  /** Stops the tracks: the browser's recording sign goes out. Safe to call twice. */
  release(): void;
}

/**
 * What is asked for. Voices are recorded with the browser's processing; music is not, because that
 * processing eats sustained notes (docs/decisions.md, 7). Plain values are wishes: a device that cannot meet them is taken as it is.
 */
export function microphoneConstraints(music: boolean): MediaStreamConstraints {
  return { audio: { echoCancellation: !music, noiseSuppression: !music, autoGainControl: !music } };
}

/**
 * Opens the microphone, asking for permission where that is needed.
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
  } catch (thrown) {
    throw coded(
      microphoneErrorType(thrown, window.isSecureContext),
      MICROPHONE_ERROR,
      thrown,
    ) satisfies CodedError<MicrophoneErrorType>;
  }
}
