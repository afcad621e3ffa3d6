import { Scope } from '../../../core/lifetime/scope.ts';
import { connection } from '../../../core/network/connection.ts';
import { isCoded } from '../../../core/values/errors.ts';
import { mayReopen } from '../domain/life.ts';
import { isOutOfStep, NOTHING_KNOWN, withNews, type RoomNews, type RoomView } from '../domain/news.ts';
import { liveSource, type LiveSource } from './liveSources.ts';
import { roomNews } from './rooms.ts';

/**
 * `opening`: not read yet. `live`: changes come by themselves. `asking`: the page asks every few seconds. `away`: the backend
 * cannot be reached. `missing`: there is no such room. `closed`: nothing comes any more. A hidden room is watched on, since it may be given back.
 */
export type WatchState = 'opening' | 'live' | 'asking' | 'away' | 'missing' | 'closed';

export interface WatchOptions {
  onView: (view: RoomView) => void;
  onState: (state: WatchState) => void;
  /** By default those of this page's backend. */
  source?: LiveSource;
  read?: (id: string, after: number, signal: AbortSignal) => Promise<RoomNews | null>;
  pauses?: Partial<WatchPauses>;
}

interface WatchPauses {
  /** Between two questions where nothing comes by itself, ms. */
  ask: number;
  /** Between two questions where changes come by themselves: a message may have been lost, ms. */
  check: number;
  /** Before a source is opened again, ms; doubled up to eight times that. */
  reopen: number;
  /** Between two questions at least, ms: many faces that come together are read together. */
  least: number;
}

const PAUSES: WatchPauses = { ask: 5000, check: 30_000, reopen: 2000, least: 300 };

/**
 * Watches a room until the returned function is called: reads it, opens a live source, and reads again whatever the source
 * may have missed. Where no source works it asks every few seconds. Nothing is lost and nothing comes twice: all changes
 * have numbers, and the page asks for those after the last that it has. A page that is not seen lets go of its connection.
 */
export function watchRoom(id: string, options: WatchOptions): () => void {
  const { onView, onState, source = liveSource(), read = readOf } = options;
  const pauses = { ...PAUSES, ...options.pauses };
  const scope = new Scope();
  let view: RoomView | null = null;
  let state: WatchState = 'opening';
  let live = new Scope();
  let up = false;
  let reopenIn = pauses.reopen;
  let reading = false;
  let again = false;
  let cancelPlan = (): void => {};
  scope.add(() => live.dispose());

  const become = (next: WatchState): void => {
    if (state === next || scope.disposed) return;
    state = next;
    onState(next);
  };
  const take = (news: RoomNews): void => {
    const next = withNews(view, news);
    if (next === view) {
      if (news.after > (view?.rev ?? 0)) ask();
      return;
    }
    view = next;
    onView(next);
    if (isOutOfStep(next, news.more)) void readAll();
    // Its keepers get the faces of a closed room page by page.
    if (next.closed && !news.more && !mayReopen(next, Date.now())) end('closed');
  };
  const end = (last: 'missing' | 'closed'): void => {
    become(last);
    live.dispose();
    scope.dispose();
  };

  /** Reads what is new, page by page. */
  async function catchUp(): Promise<void> {
    for (let more = true; more && !scope.disposed;) {
      const news = await read(id, view?.rev ?? NOTHING_KNOWN, scope.signal);
      if (scope.disposed) return;
      if (news === null) return end('missing');
      more = news.more;
      take(news);
    }
  }

  /** Reads all of it anew: something left with its owner. */
  async function readAll(): Promise<void> {
    let whole: RoomView | null = null;
    for (let more = true; more && !scope.disposed;) {
      const news = await read(id, whole?.rev ?? NOTHING_KNOWN, scope.signal).catch(() => null);
      if (news === null || scope.disposed) return;
      more = news.more;
      whole = withNews(whole, news);
    }
    if (whole === null || scope.disposed || whole.rev < (view?.rev ?? 0)) return;
    view = whole;
    onView(whole);
  }

  /** Asks now, or once the question that is out is answered. */
  function ask(): void {
    again = true;
    if (!reading) void asking();
  }
  async function asking(): Promise<void> {
    reading = true;
    try {
      while (again && !scope.disposed) {
        again = false;
        await catchUp();
        connectionIsThere();
        if (again) await scope.delay(pauses.least);
      }
    } catch (error) {
      if (!scope.disposed && !isCoded(error, 'rate_limited')) become('away');
    } finally {
      reading = false;
      if (!scope.disposed) plan();
    }
  }
  const connectionIsThere = (): void => {
    if (!scope.disposed) become(up ? 'live' : 'asking');
  };

  /** Plans the next question. */
  function plan(): void {
    cancelPlan();
    cancelPlan = scope.timeout(ask, up || view?.closed === true ? pauses.check : pauses.ask);
  }

  function open(): void {
    live.dispose();
    if (scope.disposed || document.visibilityState === 'hidden') return;
    const mine = new Scope();
    live = mine;
    source(
      id,
      view?.rev ?? NOTHING_KNOWN,
      {
        up: () => {
          if (mine.disposed) return;
          up = true;
          reopenIn = pauses.reopen;
          // What came between the last answer and now.
          ask();
        },
        down: () => {
          if (mine.disposed) return;
          up = false;
          mine.dispose();
          if (state === 'live') become('asking');
          ask();
          live = new Scope();
          live.timeout(open, reopenIn);
          reopenIn = Math.min(8 * pauses.reopen, 2 * reopenIn);
        },
        news: (news) => {
          if (mine.disposed) return;
          // The source does not know who keeps a room, and they see all of a hidden one.
          if (news.hidden === true && view?.keeper === true) ask();
          else take(news);
        },
        poke: () => !mine.disposed && ask(),
      },
      mine,
    );
  }

  scope.add(
    connection.subscribe(() => {
      if (!connection.online) return;
      ask();
      if (!up) open();
    }),
  );
  scope.listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      up = false;
      live.dispose();
    } else {
      ask();
      open();
    }
  });
  // The source of a room that is not there would fail aloud: the first answer tells whether it is.
  again = true;
  void asking().then(open);
  return () => scope.dispose();
}

const readOf = (id: string, after: number, signal: AbortSignal): Promise<RoomNews | null> =>
  roomNews(id, after, { signal });
