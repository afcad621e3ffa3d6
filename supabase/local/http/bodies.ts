/**
 * Reads request bodies. Nothing is read before the handler has checked the caller's key and limits. A large body is then
 * written to disk as it arrives, at any speed, and read back when its turn comes. Fifty uploads at once cost disk space,
 * and memory for only the two in progress. A slow sender costs only the bytes that it has sent, from its own share.
 */
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { DISK_FULL, isDiskFull, requireRoom } from '../data/fullDisk.ts';
import { MAX_BODY_BYTES } from './requestQueue.ts';
import { BadRequest } from './web.ts';

export interface BodyLimits {
  /** Largest body that stays in memory, bytes; crowd.ts limits how many there are at once. */
  small: number;
  /** Large bodies in progress at the same time; each needs about ten times its size in memory. */
  atWork: number;
  /** Limit of all large bodies on disk, bytes. */
  disk: number;
  /** Limit of one caller's bodies on disk, bytes. */
  share: number;
  /** Limit of what one caller may send in a day, bytes. */
  day: number;
}

export const BODY_LIMITS: BodyLimits = {
  small: 64 * 1024,
  atWork: 2,
  disk: 2 * 1024 ** 3,
  share: 512 * 1024 ** 2,
  day: 2 * 1024 ** 3,
};

const DAY_MS = 86_400_000;
/** Callers with a remembered daily count. */
const MAX_CALLERS = 50_000;

/**
 * Passes on a caller's request; its body is read only on demand.
 * @throws BadRequest when the body stalls or there is no room for it
 */
export type Bodies = (
  request: Request,
  answer: (request: Request) => Promise<Response>,
  caller?: string,
  most?: number,
) => Promise<Response>;

/** A fixed number of places; callers queue when all are taken. */
function createPlaces(free: number): () => Promise<() => void> {
  const line: (() => void)[] = [];
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((go) => line.push(go));
    return () => {
      const next = line.shift();
      if (next) next();
      else free++;
    };
  };
}

/** Counts the bytes on disk, of all callers and of each, and the bytes of each caller's day. */
function createShares({ disk, share, day }: BodyLimits, now: () => number) {
  let all = 0;
  const held = new Map<string, number>();
  const days = new Map<string, { start: number; bytes: number }>();
  const tooMany = (seconds: number) =>
    new BadRequest(429, 'Too many requests. Please try again later.', { 'Retry-After': String(seconds) });

  /** Checks that `bytes` more of a caller are allowed. @throws BadRequest */
  function require(caller: string, bytes: number): void {
    let today = days.get(caller);
    if (!today || today.start + DAY_MS <= now() || today.start > now()) {
      today = { start: now(), bytes: 0 };
      // Delete and set again: keeps the oldest entries first.
      days.delete(caller);
      days.set(caller, today);
      if (days.size > MAX_CALLERS) days.delete(days.keys().next().value!);
    }
    if (today.bytes + bytes > day) throw tooMany(Math.ceil((today.start + DAY_MS - now()) / 1000));
    if ((held.get(caller) ?? 0) + bytes > share) throw tooMany(60);
    if (all + bytes > disk)
      throw new BadRequest(503, 'The server is busy. Please try again later.', { 'Retry-After': '60' });
  }

  return {
    require,
    /** Counts received bytes, until they are given back. @throws BadRequest */
    take(caller: string, bytes: number): void {
      require(caller, bytes);
      all += bytes;
      held.set(caller, (held.get(caller) ?? 0) + bytes);
      days.get(caller)!.bytes += bytes;
    },
    give(caller: string, bytes: number): void {
      all -= bytes;
      const left = (held.get(caller) ?? 0) - bytes;
      if (left > 0) held.set(caller, left);
      else held.delete(caller);
    },
  };
}

/** An empty folder for incoming bodies, in `dataDir` or among the system's temporary files. */
function freshFolder(dataDir: string | null): string {
  if (dataDir === null) return mkdtempSync(join(tmpdir(), 'accord-bodies-'));
  const folder = join(dataDir, 'incoming');
  // Leftovers of a killed server; their arrival was never confirmed to a sender.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Writes the part that was read, then the rest as it arrives; at most one byte more than `most`. */
async function spool(
  file: string,
  start: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
  most: number,
  count: (bytes: number) => void,
): Promise<void> {
  const target = await open(file, 'w', 0o600);
  try {
    let left = most + 1;
    const put = async (chunk: Uint8Array) => {
      const part = chunk.subarray(0, left);
      left -= part.length;
      count(part.length);
      await target.writeFile(part);
      return left > 0;
    };
    for (const chunk of start) await put(chunk);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!(await put(value))) break;
    }
    // One byte too many has been written: the handler sees it and refuses the body in its own words.
    reader.releaseLock();
  } finally {
    await target.close();
  }
}

const withBody = (request: Request, body: BodyInit) =>
  new Request(request.url, { method: request.method, headers: request.headers, body, duplex: 'half' } as RequestInit);

/** @returns the reader of bodies, and a function that ends it; `now` is the time, ms */
export function createBodies(
  dataDir: string | null,
  limits: BodyLimits = BODY_LIMITS,
  now: () => number = Date.now,
): { bodies: Bodies; close: () => void } {
  let folder: string | null = null;
  if (dataDir !== null) folder = freshFolder(dataDir);
  let count = 0;
  const shares = createShares(limits, now);
  const atWork = createPlaces(limits.atWork);

  /** Resolves with the body once it has arrived; functions added to `after` release its resources. */
  async function arrived(
    request: Request,
    caller: string,
    most: number,
    after: (() => unknown)[],
  ): Promise<ReadableStream<Uint8Array>> {
    const reader = request.body!.getReader();
    const start: Uint8Array[] = [];
    let size = 0;
    while (size <= limits.small) {
      const { done, value } = await reader.read();
      if (done) return new Blob(start as BlobPart[]).stream();
      start.push(value);
      size += value.length;
    }
    const expected = Number(request.headers.get('content-length') ?? size);
    shares.require(caller, expected);
    folder ??= freshFolder(null);
    const file = join(folder, String(++count));
    after.push(() => rm(file, { force: true }));
    await requireRoom(folder, expected);
    let held = 0;
    after.push(() => shares.give(caller, held));
    await spool(file, start, reader, most, (bytes) => {
      shares.take(caller, bytes);
      held += bytes;
    });
    start.length = 0;
    after.push(await atWork());
    const stored = createReadStream(file);
    // A handler that stops reading early would keep the descriptor open, and with it the removed file's disk space.
    after.push(() => stored.on('error', () => undefined).destroy());
    return Readable.toWeb(stored) as NodeStream as unknown as ReadableStream<Uint8Array>;
  }

  const bodies: Bodies = async (request, answer, caller = 'unknown', most = MAX_BODY_BYTES) => {
    // The handler refuses a body with too large a declared length without reading it.
    if (!request.body || Number(request.headers.get('content-length') ?? 0) > most) return answer(request);
    const after: (() => unknown)[] = [];
    let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
    let failure: unknown = null;
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            reader ??= (await arrived(request, caller, most, after)).getReader();
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            failure = isDiskFull(error) ? new BadRequest(507, DISK_FULL) : error;
            throw failure;
          }
        },
        cancel: () => reader?.cancel(),
      },
      { highWaterMark: 0 },
    );
    try {
      const answered = await answer(withBody(request, body));
      // The handler only knows that the body broke off; report the cause.
      if (failure instanceof BadRequest) throw failure;
      return answered;
    } catch (error) {
      throw failure ?? (isDiskFull(error) ? new BadRequest(507, DISK_FULL) : error);
    } finally {
      for (const step of after.reverse()) await step();
    }
  };

  return { bodies, close: () => void (folder && rmSync(folder, { recursive: true, force: true })) };
}
