/**
 * `POST /functions/v1/upload-audio`: multipart form with the field `file`; answers `{success: true, audioUrl}`.
 * The recording is stored byte for byte, under a name nobody can guess. A second field `id` (a UUID) makes the call
 * repeatable: the same recording sent again under the same id gives the same URL.
 */
import { audioTypeOf } from '../_shared/audioType.ts';
import { requireCaller, type Limiter } from '../_shared/caller.ts';
import { json, readBytes, RequestError, serveMethods, type Handler } from '../_shared/http.ts';
import { publicUrl, secretKeys, ServiceError, type ReadEnv, type Service } from '../_shared/service.ts';

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
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The stored name of a recording that its sender has named, so that sending it again finds the copy that is there:
 * a keyed hash, since the sender's id may be known to others and the name must not be.
 */
async function nameFor(id: string, env: ReadEnv): Promise<string> {
  const secret = secretKeys(env)[0] ?? '';
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`upload-audio\n${id}`)));
  return Array.from(signed.subarray(0, 20), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Parsers differ in what they make of a form without its end (some hand out half a file), so we look ourselves. */
function endsWithBoundary(bytes: Uint8Array, boundary: string): boolean {
  const tail = String.fromCharCode(...bytes.subarray(-(boundary.length + 64)));
  return tail.trimEnd().endsWith(`--${boundary}--`);
}

async function formOf(request: Request): Promise<{ file: File; id: string | null }> {
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
  const id = form.get('id');
  return { file: file as File, id: typeof id === 'string' && UUID.test(id) ? id : null };
}

export function createUploadAudio(deps: UploadAudioDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    await requireCaller(request, deps.env, deps.service);
    await deps.limit(request, { scope: 'upload-audio', hits: 60, seconds: 600 });
    const { file, id } = await formOf(request);
    if (file.size === 0) throw new RequestError(400, 'empty', 'The recording is empty.');
    if (file.size > MAX_AUDIO_BYTES) throw new RequestError(413, 'too_large', 'The recording is too large. At most 25 MiB are accepted.');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = audioTypeOf(bytes);
    if (!type) throw new RequestError(415, 'not_audio', 'This is not an audio file we can keep. Please send webm, mp4, m4a, mp3, wav, ogg, aac or flac.');
    const path = `${id === null ? crypto.randomUUID() : await nameFor(id, deps.env)}.${type.extension}`;
    try {
      await deps.service.upload('audio', path, bytes, type.mime);
    } catch (error) {
      if (id === null || !(error instanceof ServiceError) || error.status !== 409) throw error;
      // The same recording once more: its first answer was lost on the way.
      const stored = await deps.service.read('audio', path);
      if (!sameBytes(bytes, stored)) throw new RequestError(409, 'duplicate', 'Another recording was already stored under this id.');
    }
    return json(200, { success: true, audioUrl: publicUrl(deps.publicBase(request), 'audio', path) });
  });
}
