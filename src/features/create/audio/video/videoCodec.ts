/** Container, codecs and parts of recorded video. */

/** Types in order of preference. */
const VIDEO_TYPES = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm'] as const;
/** WebKit records mp4; newer versions claim webm and then cannot play it. */
const MP4_TYPES = ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/mp4'] as const;

/** Length of the parts of a recording, ms. */
const VIDEO_CHUNK_MS = 100;

/** Types in order of preference; webm first, except on WebKit. */
export function videoTypes(webkit: boolean): readonly string[] {
  return webkit ? [...MP4_TYPES, ...VIDEO_TYPES] : [...VIDEO_TYPES, ...MP4_TYPES];
}

/** The type to record in this browser, or null. */
export function chooseVideoType(webkit: boolean, isSupported: (type: string) => boolean): string | null {
  return videoTypes(webkit).find((type) => isSupported(type)) ?? null;
}

/**
 * The timeslice for `MediaRecorder.start`, ms; undefined on WebKit, which gives empty blobs for small ones
 * (WebKit#58910).
 */
export function videoTimeslice(webkit: boolean): number | undefined {
  return webkit ? undefined : VIDEO_CHUNK_MS;
}
