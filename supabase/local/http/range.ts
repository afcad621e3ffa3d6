/** Byte ranges (RFC 9110 §14): without them media elements cannot seek, and Safari does not play at all. */

import { objectIn, streamOf } from '../data/objectBody.ts';

/**
 * The first and last byte requested, `'unsatisfiable'`, or null when the header requests no range that we support.
 */
function parseRange(header: string | null, size: number): { first: number; last: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const suffix = Number(match[2]);
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - suffix), last: size - 1 };
  }
  const first = Number(match[1]);
  const last = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}

/** The requested part of a stored object, instead of the whole. */
export function withRange(request: Request, response: Response): Response {
  const object = objectIn(response);
  const header = request.headers.get('range');
  if (object === undefined || header === null || request.method !== 'GET' || response.status !== 200) return response;
  const ifRange = request.headers.get('if-range');
  if (ifRange !== null && ifRange !== response.headers.get('etag')) return response;
  const range = parseRange(header, object.size);
  if (range === null) return response;
  const headers = new Headers(response.headers);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${object.size}`);
    headers.delete('Content-Length');
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Range', `bytes ${range.first}-${range.last}/${object.size}`);
  headers.set('Content-Length', String(range.last - range.first + 1));
  return new Response(streamOf(object, range.first, range.last), { status: 206, headers });
}
