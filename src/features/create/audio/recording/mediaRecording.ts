import { Scope } from '#core/lifetime/scope.ts';
import { withTimeout } from '#core/lifetime/withTimeout.ts';

/**
 * The compressed recording for the upload, made by the browser during the analysis. It comes in parts, so that closing
 * the page loses at most the last one.
 */

/** Length of a part, ms: WebKit gives empty blobs for small ones (WebKit#58910). */
const PIECE_MS = 1000;

/** A recorder that has not stopped after this time never does (Safari, older Chrome), ms. */
export const STOP_MS = 3000;

const WEBM_TYPES = ['audio/webm;codecs=opus', 'audio/webm'] as const;
const MP4_TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4'] as const;

/**
 * Types in order of preference: webm, then mp4; mp4 first on WebKit, which claims webm and then cannot play it.
 */
export function recordingTypes(webkit: boolean): readonly string[] {
  return webkit ? [...MP4_TYPES, ...WEBM_TYPES] : [...WEBM_TYPES, ...MP4_TYPES];
}

/** True in Safari and in every browser on iOS: only WebKit has gesture events. */
export function isWebKit(): boolean {
  return 'GestureEvent' in window;
}

/** The type to record in this browser, or null. */
function chooseRecordingType(webkit: boolean = isWebKit()): string | null {
  if (typeof MediaRecorder === 'undefined') return null;
  return recordingTypes(webkit).find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

export interface MediaRecording {
  /**
   * Ends the recording and resolves with it; null when the browser recorded nothing. It is not whole when the browser
   * never reports that it has stopped: the last part is missing. Works also after the recorder has stopped by itself,
   * for instance when the microphone was unplugged.
   */
  stop(): Promise<{ blob: Blob; isWhole: boolean } | null>;
}

/** Starts recording a stream; null when this browser cannot. `onPart` receives each part. */
export function startMediaRecording(
  stream: MediaStream,
  type: string | null = chooseRecordingType(),
  onPart?: (part: Blob) => void,
): MediaRecording | null {
  if (type === null) return null;
  const parts: Blob[] = [];
  const listeners = new Scope();
  let recorder: MediaRecorder;
  try {
    recorder = new MediaRecorder(stream, { mimeType: type });
    listeners.listen<BlobEvent>(recorder, 'dataavailable', ({ data }) => {
      if (data.size === 0) return;
      parts.push(data);
      onPart?.(data);
    });
  } catch {
    return null;
  }
  // An error stops the recorder too; it delivers its data before.
  const stopped = new Promise<void>((resolve) => {
    listeners.listen(recorder, 'stop', () => {
      listeners.dispose();
      resolve();
    });
  });
  try {
    recorder.start(PIECE_MS);
  } catch {
    return null;
  }
  return {
    stop: async () => {
      if (recorder.state !== 'inactive') recorder.stop();
      const isWhole = await withTimeout(
        stopped.then(() => true),
        STOP_MS,
        () => false,
      );
      listeners.dispose();
      if (parts.length === 0) return null;
      // The browser's type without codecs: storage and players need the bare type.
      const bare = (recorder.mimeType || type).split(';')[0]!;
      return { blob: new Blob(parts, { type: bare }), isWhole };
    },
  };
}
