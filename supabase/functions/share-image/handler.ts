/**
 * The picture of a share. `GET /functions/v1/share-image?id={shareId}` answers it while the share can be seen: 404
 * before the share exists, and once it is hidden or withdrawn. The bucket is private, so that this is the only way to
 * it.
 *
 * `POST` with a PNG as its body stores the picture of a share that will be made next; answers `{success: true}`. The picture
 * is sent first: until the share exists, only its owner has the id, and afterwards the picture cannot be replaced. A
 * repetition with the same picture gets the same answer. A picture without a share is removed after a day.
 */
import { countBytes, memberOf, requireCaller, type FunctionDeps } from '../_shared/caller.ts';
import { isShareId } from '../_shared/common/shareIdIn.ts';
import { json, readBytes, RequestError, sameBytes, serveMethods, type Handler } from '../_shared/http.ts';
import { ServiceError, type Service } from '../_shared/service.ts';
import type { ShareCard } from '../_shared/shareMeta.ts';
import { isKnown, SHARED_CACHE } from '../_shared/sharing.ts';

const MAX_IMAGE_BYTES = 1024 * 1024;
/** Size of a large card, pixels. */
const IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** The first bytes of every PNG (RFC 2083). */
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The chunk that ends every PNG, with its length and checksum. */
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

/** Answers the picture of a share that can be seen. */
async function answerPicture(request: Request, service: Service, id: string): Promise<Response> {
  const [card] = isShareId(id) ? await service.rpc<ShareCard[]>('share_card', { share_id: id }) : [];
  if (!card?.has_image) throw new RequestError(404, 'not_found', 'There is no such picture.');
  // A picture is never replaced, so the id names its bytes.
  const headers = { 'Cache-Control': SHARED_CACHE, 'X-Content-Type-Options': 'nosniff', ETag: `"${id}"` };
  if (isKnown(request, headers.ETag)) return new Response(null, { status: 304, headers });
  const bytes = request.method === 'HEAD' ? null : await service.read('share-images', `${id}.png`);
  return new Response(bytes, { headers: { ...headers, 'Content-Type': 'image/png' } });
}

export function createShareImage(deps: FunctionDeps): Handler {
  return serveMethods(['GET', 'HEAD', 'POST'], async (request) => {
    const id = new URL(request.url).searchParams.get('id') ?? '';
    if (request.method !== 'POST') return answerPicture(request, deps.service, id);
    const member = memberOf(await requireCaller(request, deps.env, deps.service));
    await deps.limit(request, 'share-image');
    if (!isShareId(id)) throw new RequestError(400, 'invalid', 'Invalid share link');
    const bytes = await readBytes(request, MAX_IMAGE_BYTES);
    const size = pngSize(bytes);
    if (!size) throw new RequestError(415, 'not_png', 'The picture is not a whole PNG.');
    if (size.width !== IMAGE_SIZE.width || size.height !== IMAGE_SIZE.height) {
      throw new RequestError(
        400,
        'wrong_size',
        `The picture has to be ${IMAGE_SIZE.width} by ${IMAGE_SIZE.height} pixels.`,
      );
    }
    const taken = new RequestError(409, 'duplicate', 'This share id is taken.');
    const state = await deps.service.rpc<string>('share_state', { share_id: id });
    if (state === 'withdrawn') throw taken;
    const stored = json(200, { success: true });
    if (state === 'free') {
      await countBytes(request, deps, bytes.length, { member, owner_secret: null });
      try {
        await deps.service.upload('share-images', `${id}.png`, bytes, 'image/png');
        return stored;
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 409) throw error;
      }
    }
    const before = await deps.service.read('share-images', `${id}.png`).catch(() => null);
    if (before === null || !sameBytes(before, bytes)) throw taken;
    return stored;
  });
}

/** Width and height, pixels; null when the bytes are no complete PNG. */
function pngSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes.length < 57 || !PNG_SIGNATURE.every((byte, i) => bytes[i] === byte)) return null;
  if (String.fromCharCode(...bytes.subarray(12, 16)) !== 'IHDR') return null;
  if (!PNG_END.every((byte, i) => bytes[bytes.length - PNG_END.length + i] === byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
