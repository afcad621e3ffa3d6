import { proxy } from 'valtio';
import { ownerId, sessionSignal } from '../../members/state/session/index.ts';
import { makeRoom, myRooms, type OwnRoom } from '../backend/rooms.ts';
import { DEFAULT_HOURS, hoursWithin } from '../domain/life.ts';
import { createRoomId } from '../domain/roomId.ts';
import { roomFailure } from '../domain/roomWords.ts';

/** The rooms of the member who is signed in, and the making of one. */
export const ownRooms = proxy<{ list: OwnRoom[] | null; making: boolean; trouble: string | null }>({
  list: null,
  making: false,
  trouble: null,
});

const asMember = () => ({ ownerId: ownerId(), signal: sessionSignal() });

/** Loads the list; where it cannot be had it stays as it is. */
export async function loadOwnRooms(): Promise<void> {
  const { signal } = asMember();
  try {
    const list = await myRooms(asMember());
    if (!signal.aborted) ownRooms.list = list;
  } catch {
    // It comes with the connection.
  }
}

/** Forgets the list with the screen. */
export function forgetOwnRooms(): void {
  Object.assign(ownRooms, { list: null, making: false, trouble: null });
}

/** The room in the making: tried again by its maker, it is the same room. */
let making: { id: string; as: string } | null = null;

/** Makes a room and gives its id; null when it was not made, with the reason in {@link ownRooms}. */
export async function makeOwnRoom(name: string, hours: number = DEFAULT_HOURS): Promise<string | null> {
  if (ownRooms.making) return null;
  Object.assign(ownRooms, { making: true, trouble: null });
  const room = { name: name.trim(), hours: hoursWithin(hours) };
  const as = JSON.stringify([ownerId(), room]);
  if (making?.as !== as) making = { id: createRoomId((count) => crypto.getRandomValues(new Uint8Array(count))), as };
  try {
    const made = await makeRoom({ id: making.id, ...room }, asMember());
    making = null;
    return made.id;
  } catch (error) {
    ownRooms.trouble = roomFailure(error);
    return null;
  } finally {
    ownRooms.making = false;
  }
}
