/**
 * `POST /functions/v1/upload-audio`: multipart form with one field `file`; answers `{success: true, audioUrl}`.
 * The recording is stored byte for byte, under a name nobody can guess.
 */
import { audioTypeOf } from '../_shared/audioType.ts';
import { requireCaller, type Limiter } from '../_shared/caller.ts';
import { json, readBytes, RequestError, serveMethods, type Handler } from '../_shared/http.ts';
import { publicUrl, type ReadEnv, type Service } from '../_shared/service.ts';

/** 25 MiB, the bucket's own limit. */
export const MAX_AUDIO_BYTES = 25 * 1024 * 1024;
/** What a multipart form adds around one file: boundaries and part headers. */
const FORM_OVERHEAD = 16 * 1024;

export interface UploadAudioDeps {
  env: ReadEnv;
  service: Service;
  limit: Limiter;
  /** Base URL of the answer's `audioUrl`. */
  publicBase: (request: Request) => string;
  now: () => Date;
  /** Unguessable name; `crypto.randomUUID` carries 122 random bits. */
  randomName: () => string;
}

/** Parsers differ in what they make of a form without its end (some hand out half a file), so we look ourselves. */
function endsWithBoundary(bytes: Uint8Array, boundary: string): boolean {
  const tail = String.fromCharCode(...bytes.subarray(-(boundary.length + 64)));
  return tail.trimEnd().endsWith(`--${boundary}--`);
}

async function fileOf(request: Request): Promise<File> {
  const contentType = request.headers.get('content-type') ?? '';
  const boundary = /^multipart\/form-data\s*;.*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType);
  if (!boundary) {
    throw new RequestError(400, 'invalid_form', 'Please send the recording as a multipart form with the field "file".');
  }
  const bytes = await readBytes(request, MAX_AUDIO_BYTES + FORM_OVERHEAD);
  if (!endsWithBoundary(bytes, (boundary[1] ?? boundary[2])!)) {
    throw new RequestError(400, 'truncated', 'The upload was cut off. Please try again.');
  }
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new RequestError(400, 'invalid_form', 'The upload is not a multipart form we can read.');
  }
  const file = form.get('file');
  if (!(file instanceof Blob)) throw new RequestError(400, 'missing_file', 'The form has no file in its field "file".');
  return file as File;
}

export function createUploadAudio(deps: UploadAudioDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    await requireCaller(request, deps.env, deps.service);
    await deps.limit(request, { scope: 'upload-audio', hits: 60, seconds: 600 });
    const file = await fileOf(request);
    if (file.size === 0) throw new RequestError(400, 'empty', 'The recording is empty.');
    if (file.size > MAX_AUDIO_BYTES) throw new RequestError(413, 'too_large', 'The recording is too large. At most 25 MiB are accepted.');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = audioTypeOf(bytes);
    if (!type) throw new RequestError(415, 'not_audio', 'This is not an audio file we can keep. Please send webm, mp4, m4a, mp3, wav, ogg, aac or flac.');
    // A folder a month keeps the bucket readable for its owner; the name alone is the secret.
    const path = `${deps.now().toISOString().slice(0, 7)}/${deps.randomName()}.${type.extension}`;
    await deps.service.upload('audio', path, bytes, type.mime);
    return json(200, { success: true, audioUrl: publicUrl(deps.publicBase(request), 'audio', path) });
  });
}
