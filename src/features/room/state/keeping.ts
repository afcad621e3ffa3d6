import { proxy } from 'valtio';
import { ownerId } from '../../members/state/session/index.ts';
import { closeRoom, hideFace } from '../backend/rooms.ts';
import { roomFailure } from '../domain/roomWords.ts';
import { room, showClosed } from './room.ts';

/** What whoever keeps a room does on its wall. */
export const keeping = proxy<{
  /** Faces are buttons that hide them. */
  choosing: boolean;
  /** What was hidden last, for its undo. */
  last: { id: string; name: string } | null;
  busy: boolean;
  said: string | null;
  trouble: string | null;
}>({ choosing: false, last: null, busy: false, said: null, trouble: null });

/** Call it when the wall opens. */
export function forgetKeeping(): void {
  Object.assign(keeping, { choosing: false, last: null, busy: false, said: null, trouble: null });
}

async function act(work: () => Promise<void>, done: () => void): Promise<void> {
  if (keeping.busy) return;
  Object.assign(keeping, { busy: true, trouble: null });
  const { id } = room;
  try {
    await work();
    if (room.id === id) done();
  } catch (error) {
    if (room.id === id) keeping.trouble = roomFailure(error);
  } finally {
    keeping.busy = false;
  }
}

/** Hides a face from everybody. */
export const hide = (face: { id: string; name: string }): Promise<void> =>
  act(
    () => hideFace(room.id, face.id, true, { ownerId: ownerId() }),
    () => Object.assign(keeping, { last: face, said: `${face.name} is hidden.` }),
  );

/** Shows the face again that was hidden last. */
export async function undoHiding(): Promise<void> {
  const { last } = keeping;
  if (last === null) return;
  await act(
    () => hideFace(room.id, last.id, false, { ownerId: ownerId() }),
    () => Object.assign(keeping, { last: null, said: `${last.name} is back.` }),
  );
}

/** Closes the room for good. */
export const close = (): Promise<void> =>
  act(
    () => closeRoom(room.id, { ownerId: ownerId() }),
    () => {
      Object.assign(keeping, { choosing: false, said: 'The room is closed.' });
      showClosed();
    },
  );
