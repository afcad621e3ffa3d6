import { isCoded } from '../../../core/values/errors.ts';

/** Refusals whose own words are for the person (supabase/migrations/20260101000730_rooms.sql). */
const SAID = ['no_room', 'room_closed', 'room_full', 'too_many', 'name', 'hours', 'blocked', 'not_yours', 'no_face'];

/** Why something in a room was not done, in plain words. */
export function roomFailure(error: unknown): string {
  if (!isCoded(error)) return 'Something went wrong. Please try again.';
  const { hint, message, retryAfter } = error as { hint?: unknown; message: string; retryAfter?: number };
  if (typeof hint === 'string' && SAID.includes(hint)) return message;
  if (isCoded(error, 'rate_limited'))
    return `Please wait ${Math.max(1, Math.ceil(retryAfter ?? 10))} seconds, then try again.`;
  if (isCoded(error, 'network') || isCoded(error, 'timeout')) return 'There is no connection. Please try again.';
  if (isCoded(error, 'unauthorized')) return 'Please log in again.';
  return 'The server could not do this. Please try again.';
}

/** True for failures that end with the connection's return. */
export const isOffline = (error: unknown): boolean => isCoded(error, 'network') || isCoded(error, 'timeout');

/** What is said of new faces to those who hear the wall. */
export function newFaceWords(names: readonly string[], accord: string | null): string {
  const [first] = names;
  if (first === undefined) return '';
  if (names.length === 1) return `A new face: ${first}.`;
  return `${names.length} new faces.${accord === null ? '' : ` The accord is ${accord}.`}`;
}
