import { ownerSecret, underOwnerSecret } from '../../../core/storage/ownerSecret.ts';
import { BackendError } from '../../../core/backend/errors.ts';
import { callRows, callRpc, type RpcOptions } from '../../../core/backend/rpc.ts';
import { readNews, type RoomNews } from '../domain/news.ts';
import type { RoomFace } from '../domain/roomFace.ts';
import { isRoomId } from '../domain/roomId.ts';

/* Rooms. Whoever knows the id reads and sings; the maker and owners of the desk hide faces and close. */

const unreadable = (name: string) => new BackendError('server', `${name} gave no room.`, { detail: 'unreadable_row' });

/**
 * News of a room after a number; null when there is no such room.
 * @throws BackendError
 */
export async function roomNews(id: string, after: number, options: RpcOptions = {}): Promise<RoomNews | null> {
  const answer = await callRpc('room_news', { room_id: id, after }, options);
  if (answer === null) return null;
  const news = readNews(answer);
  if (news?.id !== id) throw unreadable('room_news');
  return news;
}

/** Makes a room of the signed-in member. Idempotent by its id. @throws BackendError, with `hint` */
export async function makeRoom(
  room: { id: string; name: string; hours: number },
  options: RpcOptions = {},
): Promise<RoomNews> {
  const news = readNews(await callRpc('make_room', { room_id: room.id, name: room.name, hours: room.hours }, options));
  if (news?.id !== room.id) throw unreadable('make_room');
  return news;
}

/** A room in its maker's list. */
export interface OwnRoom {
  id: string;
  name: string;
  closed: boolean;
  /** Visible faces. */
  faces: number;
}

/** The rooms of the signed-in member, newest first; unreadable rows are left out. @throws BackendError */
export async function myRooms(options: RpcOptions = {}): Promise<OwnRoom[]> {
  const rows = (await callRows('my_rooms', {}, options)) as ({ room_id: unknown } & Omit<OwnRoom, 'id'>)[];
  return rows.flatMap(({ room_id: id, name, closed, faces }) =>
    isRoomId(id) && typeof name === 'string' ? [{ id, name, closed: closed === true, faces: Number(faces) || 0 }] : [],
  );
}

/** Adds a face, of the member or of this device. Idempotent by the id of the face. @throws BackendError, with `hint` */
export function addFace(roomId: string, faceId: string, face: RoomFace, options: RpcOptions = {}): Promise<unknown> {
  return underOwnerSecret(() =>
    callRpc('add_room_face', { room_id: roomId, face_id: faceId, face, owner_secret: ownerSecret() }, options),
  );
}

/** Hides a face from everybody, or shows it again. For whoever keeps the room. @throws BackendError */
export async function hideFace(
  roomId: string,
  faceId: string,
  hidden: boolean,
  options: RpcOptions = {},
): Promise<void> {
  await callRpc('hide_room_face', { room_id: roomId, face_id: faceId, hidden }, options);
}

/** Closes a room for good. For whoever keeps it. @throws BackendError */
export async function closeRoom(roomId: string, options: RpcOptions = {}): Promise<void> {
  await callRpc('close_room', { room_id: roomId }, options);
}
