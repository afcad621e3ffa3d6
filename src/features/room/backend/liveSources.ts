import { backendConfig } from '../../../core/backend/config.ts';
import { supabase } from '../../../core/backend/client.ts';
import { connection } from '../../../core/network/connection.ts';
import type { Scope } from '../../../core/lifetime/scope.ts';
import { readNews, type RoomNews } from '../domain/news.ts';

/** What a source of news reports. */
export interface LiveEvents {
  /** It listens from now on. */
  up(): void;
  /** It ended or could not be opened. */
  down(): void;
  /** News came along. */
  news(news: RoomNews): void;
  /** Something is new: ask for it. */
  poke(): void;
}

/** Opens a source for a room; it ends with the scope. `after` is the number of the last known change. */
export type LiveSource = (id: string, after: number, events: LiveEvents, scope: Scope) => void;

/** Server-sent events of the embedded server (supabase/local/rooms/roomEvents.ts). */
const serverEvents: LiveSource = (id, after, events, scope) => {
  // The browser would log the failure.
  if (connection.cut) return events.down();
  const source = new EventSource(`${backendConfig().url}/live/v1/rooms/${id}?after=${after}`);
  scope.add(() => source.close());
  scope.listen(source, 'open', () => events.up());
  scope.listen<MessageEvent<string>>(source, 'news', ({ data }) => {
    const news = readNews(parsed(data));
    if (news === null) events.poke();
    else events.news(news);
  });
  scope.listen(source, 'error', () => {
    // The browser would come back with the address of the beginning.
    source.close();
    events.down();
  });
};

/**
 * Supabase Realtime: a topic that names the room brings the numbers of changes. Anybody who knows the topic could send to
 * it, so a message is only a reason to ask.
 */
const realtime: LiveSource = (id, _after, events, scope) => {
  if (connection.cut) events.down();
  else void join(id, events, scope);
};

async function join(id: string, events: LiveEvents, scope: Scope): Promise<void> {
  try {
    const client = await supabase();
    if (scope.disposed) return;
    const channel = client.channel(`room:${id}`);
    scope.add(() => void client.removeChannel(channel));
    channel.on('broadcast', { event: 'news' }, () => events.poke());
    channel.subscribe((status) => {
      if (scope.disposed) return;
      if (String(status) === 'SUBSCRIBED') events.up();
      else events.down();
    });
  } catch {
    events.down();
  }
}

/** The source of this page's backend: only the embedded server writes where the backend is into the page. */
export const liveSource = (): LiveSource =>
  document.querySelector('meta[name="accord-backend"]') === null ? realtime : serverEvents;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
