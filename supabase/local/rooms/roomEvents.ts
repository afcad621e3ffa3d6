/**
 * `GET /live/v1/rooms/{id}?after=N`: the news of a room as server-sent events, for whoever knows its id. On a hosted project
 * Realtime does this (docs/backend.md).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Backend } from '../backendContract.ts';
import { createRoomHub, HUB_LIMITS, type HubLimits, type News, type RoomHub } from './roomHub.ts';

export const LIVE_PATH = /^\/live\/v1\/rooms\/([^/]+)$/;

/** Changes of a room in one event at most. */
const PAGE = 60;

export interface RoomEvents {
  answer(request: IncomingMessage, response: ServerResponse, caller: string): void;
  /** Call it with the answer to each request; knows which ones change rooms. */
  answered(path: string, answer: Response): Promise<void>;
  hub: RoomHub;
}

/** Functions that change one room and name it in their answers, and calls after which any room may have changed. */
const CHANGES_ONE = /^\/rest\/v1\/rpc\/(add_room_face|hide_room_face|close_room|report_room)$/;
const CHANGES_ANY =
  /^\/rest\/v1\/rpc\/(desk_(un)?block|desk_hide|desk_restore|desk_undo)$|^\/functions\/v1\/(forget-device|delete-account|cleanup-recordings)$/;

function say(response: ServerResponse, status: number, message: string, more: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...more });
  response.end(JSON.stringify({ message }));
}

/** The number after which a reader wants the news: of its address, or of the event that it had last. */
function afterOf({ url = '', headers }: IncomingMessage): number {
  const asked = new URLSearchParams(url.split('?')[1] ?? '').get('after');
  const numbers = [asked, headers['last-event-id']].map((text) => (/^\d{1,15}$/.test(String(text)) ? Number(text) : 0));
  return Math.max(...numbers);
}

export function createRoomEvents(backend: Pick<Backend, 'sql'>, limits: Partial<HubLimits> = {}): RoomEvents {
  const hub = createRoomHub(
    async (id, after) => {
      const [row] = await backend.sql<{ news: News | null }>('select private.room_news($1, $2, $3) as news', [
        id,
        after,
        PAGE,
      ]);
      return row?.news ?? null;
    },
    { ...HUB_LIMITS, ...limits },
  );
  return {
    hub,
    answer(request, response, caller) {
      const id = LIVE_PATH.exec((request.url ?? '').split('?')[0]!)?.[1] ?? '';
      if (request.method !== 'GET') return say(response, 405, 'Method not allowed', { Allow: 'GET' });
      if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return say(response, 404, 'There is no such room.');
      const joined = hub.join(id, caller, afterOf(request), {
        out: response,
        begin: () => {
          response.writeHead(200, {
            'Content-Type': 'text/event-stream',
            'Cache-Control': 'no-store, no-transform',
            // nginx would keep the events back.
            'X-Accel-Buffering': 'no',
          });
        },
        refuse: () => say(response, 404, 'There is no such room.'),
      });
      if (!joined) say(response, 429, 'Too many are watching.', { 'Retry-After': '30' });
    },
    async answered(path, answer) {
      if (answer.status !== 200) return;
      if (CHANGES_ANY.test(path)) return hub.changedAny();
      if (!CHANGES_ONE.test(path)) return;
      const told = (await answer.clone().json()) as { room_id?: unknown; news?: News } | null;
      if (typeof told?.room_id === 'string') hub.changed(told.room_id, told.news ?? null);
    },
  };
}
