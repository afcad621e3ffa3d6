import { proxy, ref, subscribe } from 'valtio';
import { Scope } from '../../../core/lifetime/scope.ts';
import { ownerId, session } from '../../members/state/session/index.ts';
import { watchRoom, type WatchState } from '../backend/watchRoom.ts';
import type { RoomView } from '../domain/news.ts';
import { isRoomId } from '../domain/roomId.ts';

export type { WatchState };

/** The room that this page shows. */
export const room = proxy<{
  id: string;
  state: WatchState;
  view: RoomView | null;
  /** The time, ms since 1970; moves every half minute. */
  now: number;
}>({ id: '', state: 'opening', view: null, now: 0 });

const CLOCK_MS = 30_000;

/** Who was here when the room was read. */
let seenBy: string | null = null;

/** Another member keeps other rooms, and sees less of a hidden one. Whoever logs in sees at least what a visitor does. */
function changeHands(id: string): void {
  const member = ownerId();
  if (room.id !== id || (seenBy !== null && seenBy !== member)) Object.assign(room, { id, view: null });
  seenBy = member;
  room.state = 'opening';
}

/** Enters a room and watches it; the returned function leaves it. */
export function enterRoom(id: string): () => void {
  // Coming back from the wall keeps what is known until the answer is there.
  changeHands(id);
  room.now = Date.now();
  if (!isRoomId(id)) {
    room.state = 'missing';
    return () => undefined;
  }
  const scope = new Scope();
  scope.interval(() => (room.now = Date.now()), CLOCK_MS);
  const watch = () =>
    watchRoom(id, {
      onView: (view) => {
        if (room.id === id) room.view = ref(view);
      },
      onState: (state) => {
        if (room.id === id) room.state = state;
      },
    });
  let leave = watch();
  scope.add(
    subscribe(session, () => {
      if (seenBy === ownerId()) return;
      leave();
      changeHands(id);
      leave = watch();
    }),
  );
  scope.add(() => leave());
  return () => scope.dispose();
}

/** A closed room: nothing more is asked. */
export function showClosed(): void {
  if (room.view !== null) room.view = ref({ ...room.view, closed: true });
  room.state = 'closed';
}
