import { BlobSource, Input, Logging, LogLevel, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';

/** Which tracks an MP4, QuickTime, WebM or Matroska file has. Fetched when such a file is opened. */

export interface Tracks {
  /** True when it has a picture that moves. */
  video: boolean;
  /** What its sound tracks are written in (`alac`, `A_AC3` ...), as the file says. */
  sound: string[];
  /** Length of the first sound track by its samples, s; null where they do not tell. */
  seconds: number | null;
}

/** The tracks of a file; null where it cannot be understood, as one that was cut off before it says what it holds. */
export async function tracksOf(file: Blob): Promise<Tracks | null> {
  Logging.level = LogLevel.Silent;
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    const tracks = await input.getTracks();
    if (tracks.length === 0) return null;
    const sound = await input.getAudioTracks();
    const first = sound[0];
    const seconds = first === undefined ? null : await first.computeDuration().catch(() => null);
    return {
      video: tracks.some((track) => track.type === 'video'),
      sound: sound.map((track) => String(track.internalCodecId ?? track.codec ?? '')),
      seconds: seconds !== null && seconds > 0 ? seconds : null,
    };
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
