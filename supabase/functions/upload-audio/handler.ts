/**
 * `POST /functions/v1/upload-audio`, a multipart form with the fields `file`, `id` (a UUID) and `owner` (the device's
 * secret); answers `{success: true, audioUrl, audioPath}`. Stores the recording byte for byte under a random name. It
 * belongs to the sending member, otherwise to the device. A repetition with the same recording, id and sender gets the
 * same URL.
 */
import { audioTypeOf } from '../_shared/audioType.ts';
import { countBytes, memberOf, requireCaller, type FunctionDeps } from '../_shared/caller.ts';
import { MAX_RECORDING_BYTES } from '../_shared/common/recordingLimit.ts';
import { idField, ownerField, requireOwner } from '../_shared/fields.ts';
import { json, readBytes, RequestError, serveMethods, type Handler } from '../_shared/http.ts';
import { publicUrl, ServiceError } from '../_shared/service.ts';

/** Size of a multipart form around one file: boundaries and part headers. */
const FORM_OVERHEAD = 16 * 1024;

export interface UploadAudioDeps extends FunctionDeps {
  /** Base URL of the answer's `audioUrl`. */
  publicBase: (request: Request) => string;
}

/** SHA-256 in hexadecimal digits. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const DUPLICATE_ERROR = new RequestError(409, 'duplicate', 'Another recording was already stored under this id.');

/** Checks that a form has its end: parsers differ on incomplete ones, and some return half a file. */
function endsWithBoundary(bytes: Uint8Array, boundary: string): boolean {
  const tail = String.fromCharCode(...bytes.subarray(-(boundary.length + 64)));
  return tail.trimEnd().endsWith(`--${boundary}--`);
}

async function formOf(request: Request): Promise<{ file: File; id: string | null; owner: string | null }> {
  const contentType = request.headers.get('content-type') ?? '';
  const boundary = /^multipart\/form-data\s*;.*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType);
  if (!boundary) {
    throw new RequestError(400, 'invalid_form', 'Please send the recording as a multipart form with the field "file".');
  }
  const bytes = await readBytes(request, MAX_RECORDING_BYTES + FORM_OVERHEAD);
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
  return { file: file as File, id: idField(form.get('id')), owner: ownerField(form.get('owner')) };
}

export function createUploadAudio(deps: UploadAudioDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    const member = memberOf(await requireCaller(request, deps.env, deps.service));
    await deps.limit(request, 'upload-audio');
    const { file, id, owner } = await formOf(request);
    requireOwner(member, owner);
    if (file.size === 0) throw new RequestError(400, 'empty', 'The recording is empty.');
    if (file.size > MAX_RECORDING_BYTES)
      throw new RequestError(
        413,
        'too_large',
        `The recording is too large. At most ${MAX_RECORDING_BYTES / 2 ** 20} MiB are accepted.`,
      );
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = audioTypeOf(bytes);
    if (!type)
      throw new RequestError(
        415,
        'not_audio',
        'This is not an audio file we can keep. Please send webm, mp4, m4a, mp3, wav, ogg, aac or flac.',
      );
    const answer = (path: string) =>
      json(200, { success: true, audioUrl: publicUrl(deps.publicBase(request), 'audio', path), audioPath: path });
    const content = await hashOf(bytes);
    const caller = { member, owner_secret: owner };
    if (id !== null) {
      // The same recording again: the first answer was lost.
      const [existing] = await deps.service.rpc<{ audio_path: string; content_hash: string | null; mine: boolean }[]>(
        'find_recording',
        { recording_id: id, ...caller },
      );
      if (existing && (!existing.mine || existing.content_hash !== content)) throw DUPLICATE_ERROR;
      if (existing) return answer(existing.audio_path);
    }
    await countBytes(request, deps, bytes.length, caller);
    // The file first: a name without a file is never given out, and a file without a row is cleaned up.
    const path = `${crypto.randomUUID()}.${type.extension}`;
    await deps.service.upload('audio', path, bytes, type.mime);
    let stored: string;
    try {
      stored = await deps.service.rpc<string>('register_recording', {
        audio_path: path,
        recording_id: id,
        content_hash: content,
        ...caller,
      });
    } catch (error) {
      await deps.service.remove('audio', [path]);
      if (error instanceof ServiceError && error.code === '23505') throw DUPLICATE_ERROR;
      // The account was deleted meanwhile.
      if (error instanceof ServiceError && error.code === '23503')
        throw new RequestError(401, 'unauthorized', 'This key is not valid.');
      throw error;
    }
    // Sent twice at the same time: the first one counts.
    if (stored !== path) await deps.service.remove('audio', [path]);
    return answer(stored);
  });
}
