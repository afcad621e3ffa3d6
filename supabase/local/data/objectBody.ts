/**
 * Streams a stored object from its place, piece by piece, as fast as the client reads. If the client stops reading, at
 * most one piece stays in memory.
 */
import { open, type FileHandle } from 'node:fs/promises';

/** Size of a piece, bytes. */
const PIECE_BYTES = 64 * 1024;

/** Longest time between two reads, ms; after that the client has left, or is stalling on purpose. */
const STALL_MS = 60_000;

/** The place of an object's bytes: a file, or memory. */
export type ByteLocation = { file: string } | { bytes: Uint8Array };

export interface StoredObject {
  place: ByteLocation;
  /** Bytes. */
  size: number;
}

/** The bytes of an object from `first` to `last`, both included. Opens nothing before the first read. */
export function streamOf({ place, size }: StoredObject, first = 0, last = size - 1): ReadableStream<Uint8Array> {
  let at = first;
  let handle: FileHandle | null = null;
  let stall: NodeJS.Timeout | undefined;
  const close = async () => {
    clearTimeout(stall);
    await handle?.close();
    handle = null;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const length = Math.min(PIECE_BYTES, last - at + 1);
        clearTimeout(stall);
        if (length <= 0) return controller.close();
        try {
          if ('bytes' in place) controller.enqueue(place.bytes.subarray(at, at + length));
          else {
            handle ??= await open(place.file);
            const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, at);
            if (bytesRead < length) throw new Error('A stored object is shorter than it was.');
            controller.enqueue(buffer);
          }
          at += length;
          if (at > last) {
            await close();
            controller.close();
          } else
            stall = setTimeout(() => {
              controller.error(new Error('The reader of a stored object took nothing of it any more.'));
              void close();
            }, STALL_MS);
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

const objects = new WeakMap<Response, StoredObject>();

/** The object behind an answer, so that a part of it can be sent instead. */
export const objectIn = (answer: Response): StoredObject | undefined => objects.get(answer);

/** An answer with a whole object. */
export function objectAnswer(object: StoredObject, headers: HeadersInit): Response {
  const answer = new Response(streamOf(object), { headers });
  answer.headers.set('content-length', String(object.size));
  objects.set(answer, object);
  return answer;
}
