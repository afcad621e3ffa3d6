/**
 * How request bodies come in: a large one is written to disk while it arrives, however slow its sender is, and is taken up
 * again when its turn has come. Fifty uploads at once then cost disk, and the memory of the two that are worked on.
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

/** Bodies up to this size stay in memory, bytes. */
const SMALL_BYTES = 256 * 1024;
/** Large bodies that are worked on at the same time; one costs about ten times its size. */
const AT_WORK = 2;
/** All large bodies on disk together, bytes. More senders wait at their connections. */
const DISK_BYTES = 2 * 1024 ** 3;

/** Hands a request on with its body at hand. @throws BadRequest when the body stalls or there is no room for it */
export type Bodies = (request: Request, answer: (request: Request) => Promise<Response>) => Promise<Response>;

/** A number of units that are lent out; who asks for more than there are waits in line. */
function createBudget(units: number): (wanted: number) => Promise<() => void> {
  let free = units;
  const line: { wanted: number; go: () => void }[] = [];
  const serve = () => {
    while (line[0] && line[0].wanted <= free) {
      const next = line.shift()!;
      free -= next.wanted;
      next.go();
    }
  };
  return async (wanted) => {
    await new Promise<void>((go) => {
      line.push({ wanted, go });
      serve();
    });
    return () => {
      free += wanted;
      serve();
    };
  };
}

/** Folder for bodies on their way, empty; made where `dataDir` is, or among the system's temporary files. */
function freshFolder(dataDir: string | null): string {
  if (dataDir === null) return mkdtempSync(join(tmpdir(), 'accord-bodies-'));
  const folder = join(dataDir, 'incoming');
  // Left behind by a server that was killed: nobody was told that these had arrived.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Writes the beginning that was read, and the rest as it arrives; at most one byte more than anything takes. */
async function spool(
  file: string,
  start: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  const target = await open(file, 'w', 0o600);
  try {
    let left = MAX_BODY_BYTES + 1;
    const put = async (chunk: Uint8Array) => {
      const part = chunk.subarray(0, left);
      left -= part.length;
      await target.writeFile(part);
      return left > 0;
    };
    for (const chunk of start) await put(chunk);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!(await put(value))) break;
    }
    // Whoever answers sees one byte too many and says so in words of its own.
    reader.releaseLock();
  } finally {
    await target.close();
  }
}

/** @returns the reader of bodies, and what ends it. */
export function createBodies(dataDir: string | null): { bodies: Bodies; close: () => void } {
  let folder: string | null = null;
  if (dataDir !== null) folder = freshFolder(dataDir);
  let count = 0;
  const disk = createBudget(DISK_BYTES);
  const work = createBudget(AT_WORK);

  const withBody = (request: Request, body: BodyInit) =>
    new Request(request.url, { method: request.method, headers: request.headers, body, duplex: 'half' } as RequestInit);

  const bodies: Bodies = async (request, answer) => {
    if (!request.body) return answer(request);
    const declared = Number(request.headers.get('content-length') ?? Number.NaN);
    // Refused by its length, unread.
    if (declared > MAX_BODY_BYTES) return answer(request);
    const reader = request.body.getReader();
    const start: Uint8Array[] = [];
    let size = 0;
    while (size <= SMALL_BYTES) {
      const { done, value } = await reader.read();
      if (done) return answer(withBody(request, Buffer.concat(start)));
      start.push(value);
      size += value.length;
    }
    const expected = Number.isNaN(declared) ? MAX_BODY_BYTES : declared;
    const giveDisk = await disk(expected);
    folder ??= freshFolder(null);
    const file = join(folder, String(++count));
    try {
      await requireRoom(folder, expected);
      await spool(file, start, reader);
      start.length = 0;
      const done = await work(1);
      const stored = createReadStream(file);
      try {
        return await answer(withBody(request, Readable.toWeb(stored) as NodeStream as unknown as ReadableStream));
      } finally {
        done();
        // Who answers without reading to the end would keep the descriptor, and with it the removed file's place on the disk.
        stored.on('error', () => undefined).destroy();
      }
    } catch (error) {
      throw isDiskFull(error) ? new BadRequest(507, DISK_FULL) : error;
    } finally {
      giveDisk();
      await rm(file, { force: true });
    }
  };

  return { bodies, close: () => void (folder && rmSync(folder, { recursive: true, force: true })) };
}
