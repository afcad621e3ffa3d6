/** What the tests of rooms share. */
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { newSecret, rpc, visitor, type Answer, type Member } from '../support/testServer.ts';

export type Row = Record<string, unknown>;

let count = 0;
/** An id that no room has. */
export const newRoomId = (): string => `Room_${String(++count).padStart(5, '0')}-${crypto.randomUUID().slice(0, 11)}`;

/** A face that can be drawn, each time with other numbers. */
export function someFace(n = ++count): Row {
  return {
    essence: ['A4', 'E4', `C${n % 9}`],
    intensity: 0.25,
    complexity: 0.5,
    persistence: (n % 100) / 100,
    trace: { duration: 5, notes: [{ note: 'A4', onset: 0, offset: 1.5, velocity: 0.75, cents: -3 }] },
    accents: [{ note: 'E6', of: 'A4', partial: 3, level: -6 }],
    axes: { brightness: 0.5, breath: 0.25, roughness: 0, strike: 1, tremor: 0.125 },
    proportions: null,
  };
}

/** Makes a room of a member and returns its id. */
export async function makeRoom(server: RunningServer, member: Member, more: Row = {}): Promise<string> {
  const room_id = newRoomId();
  const made = await rpc(server, member.headers, 'make_room', { room_id, name: 'Choir day', ...more });
  if (made.status !== 200) throw new Error(`No room was made: ${JSON.stringify(made.body)}`);
  return room_id;
}

/** Adds a face, by default from a new device of a visitor. */
export function sing(
  server: RunningServer,
  room_id: string,
  more: Row = {},
  headers: Record<string, string> = visitor(server),
): Promise<Answer<Row>> {
  return rpc<Row>(server, headers, 'add_room_face', {
    room_id,
    face_id: crypto.randomUUID(),
    face: someFace(),
    owner_secret: newSecret(),
    ...more,
  });
}

/** News of a room after a number, by default all of it to a visitor. */
export async function newsOf(
  server: RunningServer,
  room_id: string,
  after = 0,
  headers = visitor(server),
): Promise<Row> {
  const { status, body } = await rpc<Row>(server, headers, 'room_news', { room_id, after });
  if (status !== 200) throw new Error(`room_news answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** The ids of the faces in news. */
export const faceIds = (news: Row): unknown[] => (news['faces'] as Row[]).map(({ id }) => id);
