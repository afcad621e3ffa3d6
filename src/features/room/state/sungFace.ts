import { fieldsOf } from '../../../core/schema/checks.ts';
import { LocalStore } from '../../../core/storage/localStore.ts';
import { readRoomFace, type RoomFace } from '../domain/roomFace.ts';

/* The face that was sung and is not on the wall: this tab keeps it over a reload. */

const KEY = 'accord:sung';
const tabStore = new LocalStore(() => window.sessionStorage);

/** Keeps the face of a room with its id: sent again after a lost answer, it is the same. */
export function keepSung(roomId: string, id: string, face: RoomFace): void {
  tabStore.keep(KEY, { roomId, id, face });
}

/** It is on the wall, or another one is sung. */
export const forgetSung = (): void => tabStore.remove(KEY);

/** The face that this tab keeps for a room; null without one. */
export function sungIn(roomId: string): { id: string; face: RoomFace } | null {
  const { roomId: of, id, face } = fieldsOf(tabStore.read(KEY));
  const read = of === roomId && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id) ? readRoomFace(face) : null;
  return read && { id: String(id), face: read };
}
