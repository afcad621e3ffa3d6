/** How video is recorded: which container and codecs, and in what pieces. */

/** The ladder, in the order in which it is tried. */
export const VIDEO_TYPES = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm'] as const;
/** WebKit records this; the webm that newer versions claim they cannot play themselves. */
const MP4_TYPES = ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/mp4'] as const;

/** Length of the pieces in which a recording is handed out, ms. */
export const VIDEO_CHUNK_MS = 100;

/** Types in the order they are wanted; webm first, except on WebKit. */
export function videoTypes(webkit: boolean): readonly string[] {
  return webkit ? [...MP4_TYPES, ...VIDEO_TYPES] : [...VIDEO_TYPES, ...MP4_TYPES];
}

/** The type this browser records, or null when it can record none of them. */
export function chooseVideoType(webkit: boolean, isSupported: (type: string) => boolean): string | null {
  return videoTypes(webkit).find((type) => isSupported(type)) ?? null;
}

/**
 * The timeslice for `MediaRecorder.start`, ms. WebKit gives empty blobs for small ones (WebKit#58910), so there the
 * recording comes in one piece at its end.
 */
export function videoTimeslice(webkit: boolean): number | undefined {
  return webkit ? undefined : VIDEO_CHUNK_MS;
}
