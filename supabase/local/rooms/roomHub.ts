/**
 * Sends the news of rooms to those who watch. Each reader has a number, that of the last change that it got, and gets all
 * changes after it in their order: also after a pause, and also when it came back with the number of an earlier connection.
 * What waits for a reader is one page of changes at most, since the next is read only when the last has left.
 */
import type { Writable } from 'node:stream';

/** News of a room after `after`, as the database writes them (`private.room_news`). */
export interface News {
  closed: boolean;
  /** Hidden by reports or an owner of the desk, and closed meanwhile. */
  hidden?: boolean;
  /** ISO date. */
  closes_at?: string;
  /** Whether whoever asked keeps the room; of a reader nothing is known. */
  keeper?: boolean;
  after: number;
  rev: number;
  more: boolean;
  faces: { rev: number }[];
  gone: string[];
}

export interface Reader {
  out: Writable;
  /** Begins the answer; called once before the first news. */
  begin: () => void;
  /** Says that there is no such room. */
  refuse: () => void;
}

export interface HubLimits {
  /** Readers from one network, and in all. */
  caller: number;
  all: number;
  /** Pause between two signs of life, ms. A reader that took nothing for two of them is dropped. */
  beatMs: number;
}

/** A museum or a school has one address. A beat keeps proxies from closing the connection, which most do after a minute. */
export const HUB_LIMITS: HubLimits = { caller: 300, all: 1500, beatMs: 20_000 };

interface Watching extends Reader {
  sent: number;
  /** Nothing comes any more; null before the first news. */
  over: boolean | null;
  /** Beats since its stream was full; 0 when it takes more. */
  full: number;
}

interface Room {
  readers: Set<Watching>;
  dirty: boolean;
  pumping: boolean;
}

export interface RoomHub {
  /** Adds a reader; false where there are too many. It leaves when its stream closes. */
  join(id: string, caller: string, after: number, reader: Reader): boolean;
  /** A room has changed; `news` are those of the change, where they are known. */
  changed(id: string, news?: News | null): void;
  /** Any room may have changed. */
  changedAny(): void;
  /** Number of readers. */
  size(): number;
  close(): void;
}

/** A server-sent event (HTML, "Server-sent events"): its id is the number to come back with. */
const eventOf = (news: News): string => `id: ${news.rev}\nevent: news\ndata: ${JSON.stringify(news)}\n\n`;

/** True where nothing comes any more. A hidden room may be given back before its closing time. */
const isOver = ({ closed, hidden, closes_at: closesAt = '' }: News): boolean =>
  closed && !(hidden === true && Date.parse(closesAt) > Date.now());

export function createRoomHub(
  read: (id: string, after: number) => Promise<News | null>,
  limits: HubLimits = HUB_LIMITS,
): RoomHub {
  const rooms = new Map<string, Room>();
  const callers = new Map<string, number>();
  let all = 0;

  const ready = ({ readers }: Room): Watching[] => [...readers].filter(({ full }) => full === 0);

  function write(reader: Watching, text: string): void {
    if (!reader.out.write(text)) reader.full = 1;
  }

  /** Sends a reader what is new to it. Texts of readers that are at the same number are made once. */
  function deliver(reader: Watching, news: News, texts: Map<number, string>): void {
    if (reader.out.writableEnded) return;
    const from = Math.max(reader.sent, news.after);
    const over = isOver(news);
    if (reader.over === null) reader.begin();
    else if (news.rev <= reader.sent && over === reader.over) return;
    let text = texts.get(from);
    if (text === undefined) {
      text = eventOf({ ...news, keeper: false, after: from, faces: news.faces.filter(({ rev }) => rev > from) });
      texts.set(from, text);
    }
    reader.sent = Math.max(from, news.rev);
    reader.over = over;
    write(reader, text);
    if (over) reader.out.end();
  }

  /** Sends news to the readers that they follow on; false when one that can take more is left behind. */
  function passOn(room: Room, news: News): boolean {
    const texts = new Map<number, string>();
    for (const reader of ready(room))
      if (reader.over !== null && reader.sent >= news.after) deliver(reader, news, texts);
    // A full one goes on when it takes more.
    return ready(room).every(({ sent }) => sent >= news.rev);
  }

  /** Brings all readers of a room that can take more up to date. */
  async function pump(id: string, room: Room): Promise<void> {
    room.dirty = true;
    if (room.pumping) return;
    room.pumping = true;
    try {
      while (room.dirty) {
        room.dirty = false;
        const readers = ready(room);
        if (readers.length === 0) return;
        const after = Math.min(...readers.map(({ sent }) => sent));
        const news = await read(id, after);
        if (news === null) {
          for (const reader of room.readers) {
            if (reader.over === null) reader.refuse();
            else reader.out.end();
          }
          return;
        }
        const texts = new Map<number, string>();
        for (const reader of readers) if (room.readers.has(reader)) deliver(reader, news, texts);
        if (news.more) room.dirty = true;
      }
    } catch {
      // The database is opened again, or the server ends. The next beat asks again.
    } finally {
      room.pumping = false;
    }
  }

  const beat = setInterval(() => {
    for (const [id, room] of rooms) {
      for (const reader of room.readers) {
        if (reader.full > 2) reader.out.destroy();
        else if (reader.full > 0) reader.full++;
        else if (reader.over !== null) write(reader, ':\n\n');
      }
      // Closing times, and changes that came another way.
      void pump(id, room);
    }
  }, limits.beatMs);
  beat.unref();

  function leave(id: string, room: Room, reader: Watching, caller: string): void {
    if (!room.readers.delete(reader)) return;
    if (room.readers.size === 0 && rooms.get(id) === room) rooms.delete(id);
    all--;
    const left = callers.get(caller)! - 1;
    if (left > 0) callers.set(caller, left);
    else callers.delete(caller);
  }

  return {
    join(id, caller, after, reader) {
      if (all >= limits.all || (callers.get(caller) ?? 0) >= limits.caller) return false;
      const room = rooms.get(id) ?? { readers: new Set(), dirty: false, pumping: false };
      rooms.set(id, room);
      const watching: Watching = { ...reader, sent: after, over: null, full: 0 };
      room.readers.add(watching);
      callers.set(caller, (callers.get(caller) ?? 0) + 1);
      all++;
      reader.out.once('close', () => leave(id, room, watching, caller));
      reader.out.on('drain', () => {
        watching.full = 0;
        void pump(id, room);
      });
      // A lost connection is no defect.
      reader.out.on('error', () => undefined);
      void pump(id, room);
      return true;
    },
    changed(id, news = null) {
      const room = rooms.get(id);
      if (!room) return;
      if (news !== null && passOn(room, news)) return;
      void pump(id, room);
    },
    changedAny() {
      for (const [id, room] of rooms) void pump(id, room);
    },
    size: () => all,
    close() {
      clearInterval(beat);
      for (const room of rooms.values()) for (const { out } of room.readers) out.end();
    },
  };
}
