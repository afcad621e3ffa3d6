import { proxy, ref } from 'valtio';
import { connection } from '../../../core/network/connection.ts';
import { LatestTask, Scope } from '../../../core/lifetime/scope.ts';
import { codedFrom } from '../../../core/values/errors.ts';
import { lazyBriefly } from '../../listen/state/index.ts';
import { addFace } from '../backend/rooms.ts';
import { faceName, roomFaceOf, type RoomFace } from '../domain/roomFace.ts';
import { isOffline, roomFailure } from '../domain/roomWords.ts';
import { forgetSung, keepSung, sungIn } from './sungFace.ts';

/** Length of what is sung, s. */
export const SING_SECONDS = 5;

/**
 * `ready`: nothing sung. `opening`: the microphone is asked for. `singing`, `finding`: it listens, then finds the notes.
 * `sung`: the face is shown, and not sent. `waiting`: it waits for the connection. `there`: it is on the wall.
 */
export type SingingPhase = 'ready' | 'opening' | 'singing' | 'finding' | 'sung' | 'sending' | 'waiting' | 'there';

export const singing = proxy<{
  phase: SingingPhase;
  /** Seconds so far. */
  elapsed: number;
  face: RoomFace | null;
  name: string;
  trouble: string | null;
}>({ phase: 'ready', elapsed: 0, face: null, name: '', trouble: null });

const task = new LatestTask();
/** What waits for the connection. */
let waiting = new Scope();
/** Id of the face: sent again, it is the same. */
let faceId = '';

function reset(): void {
  task.abort();
  waiting.dispose();
  Object.assign(singing, { phase: 'ready', elapsed: 0, face: null, name: '', trouble: null });
}

/**
 * Call it when the screen of a room opens: loads the recorder, so that the press finds it, and shows what was sung before a
 * reload and is not on the wall. Returns a function that ends all.
 */
export function enterSinging(roomId: string): () => void {
  reset();
  const before = sungIn(roomId);
  if (before !== null) show(before.id, before.face);
  lazyBriefly().catch(() => undefined);
  return reset;
}

function show(id: string, face: RoomFace): void {
  faceId = id;
  Object.assign(singing, { phase: 'sung', face: ref(face), name: faceName(face) });
}

/** Asks for the microphone, listens for five seconds, and shows the face. Nothing is sent. */
export async function sing(roomId: string): Promise<void> {
  reset();
  forgetSung();
  const signal = task.begin();
  singing.phase = 'opening';
  try {
    const { hearBriefly } = await lazyBriefly();
    const fragrance = await hearBriefly({
      seconds: SING_SECONDS,
      signal,
      onSecond: (elapsed) => {
        if (!signal.aborted) Object.assign(singing, { phase: 'singing', elapsed });
      },
      onEnd: () => {
        if (!signal.aborted) singing.phase = 'finding';
      },
    });
    if (signal.aborted) return;
    if (fragrance === null) {
      Object.assign(singing, { phase: 'ready', trouble: 'That was very quiet. Come closer and sing again.' });
      return;
    }
    const face = roomFaceOf(fragrance);
    show(crypto.randomUUID(), face);
    keepSung(roomId, faceId, face);
  } catch (error) {
    if (signal.aborted) return;
    const { code, message } = codedFrom(error, 'recording_failed');
    const trouble = code === 'recording_failed' ? 'That did not work. Please sing again.' : message;
    Object.assign(singing, { phase: 'ready', trouble });
  }
}

/** Puts the sung face on the wall; without a connection it waits and goes when there is one. */
export async function hang(roomId: string): Promise<void> {
  const { face } = singing;
  if (face === null || singing.phase === 'sending' || singing.phase === 'there') return;
  waiting.dispose();
  const { signal } = task;
  Object.assign(singing, { phase: 'sending', trouble: null });
  try {
    await addFace(roomId, faceId, face as RoomFace, { signal });
    if (signal.aborted) return;
    forgetSung();
    singing.phase = 'there';
  } catch (error) {
    if (signal.aborted) return;
    if (!isOffline(error)) {
      Object.assign(singing, { phase: 'sung', trouble: roomFailure(error) });
      return;
    }
    singing.phase = 'waiting';
    waiting = new Scope();
    waiting.add(connection.subscribe(() => connection.online && void hang(roomId)));
    waiting.timeout(() => void hang(roomId), RETRY_MS);
  }
}

/** A connection that the browser does not report: tried again after this time, ms. */
const RETRY_MS = 10_000;
