/**
 * Writes and reads tar archives (POSIX ustar) as streams. Holds what a backup needs: regular files and folders with names of
 * ASCII. The
 * archives open with any `tar`.
 */
import { createReadStream } from 'node:fs';

const BLOCK = 512;

/** The archive is damaged, or no archive; the message is for the operator. */
export class ArchiveError extends Error {}

/** A file to write: from the disk, or a text. A folder has a name that ends with a slash, and no content. */
export interface TarFile {
  name: string;
  /** Bytes. */
  size: number;
  content: { file: string } | { text: string };
}

/** A file that is read; `content` has to be read to its end before the next one. */
export interface TarEntry {
  name: string;
  /** Bytes. */
  size: number;
  content: AsyncIterable<Buffer>;
}

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;

/** Sum of a header's bytes, with its own field counted as spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i]!;
  return sum;
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  if (!/^[\x20-\x7e]{1,100}$/.test(name)) throw new Error(`This name does not fit into the archive: ${name}`);
  header.write(name, 0, 'ascii');
  header.write(octal(name.endsWith('/') ? 0o700 : 0o600, 8), 100, 'ascii');
  header.write(octal(0, 8), 108, 'ascii');
  header.write(octal(0, 8), 116, 'ascii');
  header.write(octal(size, 12), 124, 'ascii');
  header.write(octal(0, 12), 136, 'ascii');
  header.write(name.endsWith('/') ? '5' : '0', 156, 'ascii');
  header.write('ustar\x0000', 257, 'binary');
  header.write(octal(checksum(header), 7), 148, 'ascii');
  header.write(' ', 155, 'ascii');
  return header;
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/**
 * The bytes of an archive of `files`; `seen` gets each piece of each file as it is read.
 * @throws Error when a file changes its size meanwhile
 */
export async function* tarOf(
  files: AsyncIterable<TarFile> | Iterable<TarFile>,
  seen: (name: string, piece: Buffer) => void = () => undefined,
): AsyncGenerator<Buffer> {
  for await (const { name, size, content } of files) {
    yield headerOf(name, size);
    let left = size;
    const pieces = 'text' in content ? [Buffer.from(content.text)] : createReadStream(content.file);
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      left -= piece.length;
      seen(name, piece);
      yield piece;
    }
    if (left !== 0) throw new Error(`${name} changed while it was read.`);
    yield padding(size);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Reads exact numbers of bytes from a stream of pieces. */
function readerOf(source: AsyncIterable<Buffer>) {
  const pieces = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    /** The next piece of at most `most` bytes; null at the end. */
    async some(most: number): Promise<Buffer | null> {
      while (rest.length === 0) {
        const { done, value } = await pieces.next();
        if (done) return null;
        rest = value;
      }
      const piece = rest.subarray(0, most);
      rest = rest.subarray(piece.length);
      return piece;
    },
    /** Exactly `size` bytes, fewer at the end. */
    async exactly(size: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for (let left = size; left > 0;) {
        const piece = await this.some(left);
        if (piece === null) break;
        parts.push(piece);
        left -= piece.length;
      }
      return Buffer.concat(parts);
    },
  };
}

const textAt = (header: Buffer, at: number, width: number) =>
  header
    .toString('latin1', at, at + width)
    .split('\0')[0]!
    .trim();

/**
 * The files of an archive, in their order.
 * @throws ArchiveError when it is damaged or ends too early
 */
export async function* entriesOf(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = readerOf(source);
  for (;;) {
    const header = await reader.exactly(BLOCK);
    if (header.length < BLOCK) throw new ArchiveError('It ends too early.');
    if (header.every((byte) => byte === 0)) {
      // Reads the rest: the checksum of gzip stands behind it.
      while ((await reader.some(BLOCK)) !== null);
      return;
    }
    if (Number.parseInt(textAt(header, 148, 8), 8) !== checksum(header))
      throw new ArchiveError('It is damaged, or no backup of Accord.');
    const name = textAt(header, 0, 100);
    const size = Number.parseInt(textAt(header, 124, 12), 8);
    if (textAt(header, 156, 1) !== (name.endsWith('/') ? '5' : '0') || textAt(header, 345, 155) !== '' || !(size >= 0))
      throw new ArchiveError('It holds what no backup of Accord holds.');
    let left = size;
    async function* content() {
      while (left > 0) {
        const piece = await reader.some(left);
        if (piece === null) throw new ArchiveError('It ends too early.');
        left -= piece.length;
        yield piece;
      }
    }
    yield { name, size, content: content() };
    if (left > 0) throw new Error('The content of an entry was not read.');
    await reader.exactly(padding(size).length);
  }
}
