/**
 * `GET /share/{shareId}` (or `/functions/v1/share-page/{shareId}`): the app's page with the share's title, description,
 * audio and picture in its head, for crawlers that run no JavaScript, and with the words of its first picture. The app
 * in the page shows the share. Reading it counts no view. Answers 301 to an address with something behind the id, 404
 * when there is no share, and 410 when it was withdrawn; caches keep none of these. They keep a share for the time in
 * _shared/sharing.ts.
 */
import { recordingIn } from '../_shared/fields.ts';
import { RequestError, serveMethods, type Handler } from '../_shared/http.ts';
import { publicUrl, type Service } from '../_shared/service.ts';
import { shareTags, withTags, wordsTag, type ShareCard } from '../_shared/shareMeta.ts';
import { shareIdIn } from '../_shared/common/shareIdIn.ts';
import { etagOf, isKnown, SHARED_CACHE } from '../_shared/sharing.ts';

export interface SharePageDeps {
  service: Service;
  /** The page of the app as it is served. */
  page: (request: Request) => Promise<string>;
  /** Address of the app; share links begin with it. */
  appUrl: (request: Request) => string;
  /** Address of the storage for browsers. */
  publicBase: (request: Request) => string;
}

const NO_SHARE = '<meta name="robots" content="noindex">';

export function createSharePage(deps: SharePageDeps): Handler {
  return serveMethods(['GET', 'HEAD'], async (request) => {
    const piece = new URL(request.url).pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
    const id = shareIdIn(piece);
    if (id !== null && id !== piece)
      return new Response(null, {
        status: 301,
        headers: { Location: `${deps.appUrl(request)}/share/${id}`, 'Cache-Control': 'no-cache' },
      });
    const html = await deps.page(request);
    const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
      new Response(request.method === 'HEAD' || status === 304 ? null : body, {
        status,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'X-Content-Type-Options': 'nosniff',
          ...headers,
        },
      });
    let card: ShareCard | undefined;
    let gone = false;
    if (id !== null) {
      // Serve the page even when the backend fails: the app then shows the error.
      try {
        card = (await deps.service.rpc<ShareCard[]>('share_card', { share_id: id }))[0];
        gone = !card && (await deps.service.rpc<string>('share_state', { share_id: id })) === 'withdrawn';
      } catch (error) {
        console.error(error);
        return answer(200, html);
      }
    }
    if (!card) return answer(gone ? 410 : 404, withTags(html, NO_SHARE + titleOf(html)));
    const path = recordingIn(card.audio_url);
    if (path === null) throw new RequestError(500, 'internal', 'The share names no recording.');
    const base = deps.publicBase(request);
    const tags = shareTags(card, {
      pageUrl: `${deps.appUrl(request)}/share/${card.share_id}`,
      audioUrl: publicUrl(base, 'audio', path),
      imageUrl: card.has_image ? `${base}/functions/v1/share-image?id=${card.share_id}` : null,
    });
    const shown = withTags(html, `${tags}\n    ${wordsTag(card)}`);
    const etag = await etagOf(shown);
    return answer(isKnown(request, etag) ? 304 : 200, shown, { 'Cache-Control': SHARED_CACHE, ETag: etag });
  });
}

function titleOf(html: string): string {
  return /<title>[\s\S]*?<\/title>/i.exec(html)?.[0] ?? '';
}
