/**
 * News of a room, and what a page knows of it. Each change of a room has a number (`rev`), given by the database in the
 * order of the changes. A page asks for all changes after the last that it has; so none is lost and none counts twice,
 * whatever the connection does.
 */
import * as z from 'zod/mini';
import { nameOf, orElse, textOf, whole } from '../../../core/schema/parts.ts';
import { MAX_FACES, MAX_ROOM_NAME_LENGTH } from './life.ts';
import { isRoomId } from './roomId.ts';
import { readRoomFace, type RoomFace } from './roomFace.ts';

export interface WallFace {
  /** UUID, made by the device that sang. */
  id: string;
  /** The number of its last change. */
  rev: number;
  /** Its place on the wall, from 0. */
  place: number;
  face: RoomFace;
}

export interface RoomNews {
  id: string;
  name: string;
  /** ISO date. */
  closesAt: string;
  closed: boolean;
  /** Reports or an owner of the desk have hidden it: closed, and nothing of it is shown but to those who keep it. */
  hidden?: boolean | undefined;
  /** May hide faces and close it: its maker, and owners of the desk. */
  keeper: boolean;
  /** Visible faces of the whole room. */
  count: number;
  /** The changes after `after`, up to `rev`. */
  after: number;
  rev: number;
  /** There are more changes than these. */
  more: boolean;
  faces: WallFace[];
  /** Ids of faces that were hidden. */
  gone: string[];
}

const revision = whole(0, Number.MAX_SAFE_INTEGER);
const faceId = z.custom<string>((value) => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value));
const face = z.object({ id: faceId, rev: revision, place: whole(0, MAX_FACES - 1), face: z.unknown() });
const news = z.object({
  id: z.custom<string>(isRoomId),
  name: nameOf(MAX_ROOM_NAME_LENGTH),
  closes_at: textOf(100, 1),
  closed: z.boolean(),
  hidden: z.optional(orElse(z.boolean(), false)),
  keeper: orElse(z.boolean(), false),
  count: whole(0, MAX_FACES),
  after: revision,
  rev: revision,
  more: z.boolean(),
  faces: z.array(z.unknown()),
  gone: z.array(faceId),
});

/** Reads news as the database writes them; null when they are none. A face that cannot be drawn is left out. */
export function readNews(value: unknown): RoomNews | null {
  const read = z.safeParse(news, value);
  if (!read.success) return null;
  const faces = read.data.faces.flatMap((entry): WallFace[] => {
    const known = z.safeParse(face, entry);
    const drawn = known.success ? readRoomFace(known.data.face) : null;
    return known.success && drawn !== null ? [{ ...known.data, face: drawn }] : [];
  });
  const { closes_at: closesAt, ...rest } = read.data;
  return { ...rest, closesAt, faces };
}

/** What a page knows of a room; faces by their place. */
export interface RoomView extends Pick<
  RoomNews,
  'id' | 'name' | 'closesAt' | 'closed' | 'keeper' | 'hidden' | 'count' | 'rev'
> {
  faces: readonly WallFace[];
}

/** The view before any news: everything is asked for. */
export const NOTHING_KNOWN = 0;

/**
 * The view after news. News that do not follow what is known (there is a gap) or are older give the same view. A closed
 * room keeps the faces that the page has: they leave with the page; those of a hidden one at once, and all is asked for when
 * it is given back.
 */
export function withNews(view: RoomView | null, latest: RoomNews): RoomView {
  const { id, name, closesAt, closed, keeper, hidden, count } = latest;
  if (view !== null && (latest.after > view.rev || latest.rev < view.rev)) return view;
  const head = { id, name, closesAt, closed, keeper: keeper || (view?.keeper ?? false), hidden, count };
  if (hidden === true && !head.keeper) return { ...head, rev: NOTHING_KNOWN, faces: [] };
  if (view !== null && latest.rev === view.rev) return { ...view, ...head, rev: view.rev };
  const byId = new Map(view?.faces.map((known) => [known.id, known]));
  for (const added of latest.faces) if ((byId.get(added.id)?.rev ?? -1) < added.rev) byId.set(added.id, added);
  for (const gone of latest.gone) byId.delete(gone);
  return { ...head, rev: latest.rev, faces: [...byId.values()].sort((a, b) => a.place - b.place) };
}

/** True when a face left without a change of its own (its device or member took everything back): ask for all again. */
export const isOutOfStep = (view: RoomView, more: boolean): boolean =>
  !more && !view.closed && view.faces.length > view.count;
