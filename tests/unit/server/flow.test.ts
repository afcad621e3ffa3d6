import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { streamOf } from '#local/data/objectBody.ts';

const root = mkdtempSync(join(tmpdir(), 'accord-flow-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => vi.useRealTimers());

describe('a reader of a stored file', () => {
  it('gets a file or a part of it, in pieces', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7) % 251));
    const file = join(root, 'object');
    writeFileSync(file, bytes);
    for (const place of [{ file }, { bytes }]) {
      const object = { place, size: bytes.length };
      expect(Buffer.from(await new Response(streamOf(object)).arrayBuffer()).equals(bytes)).toBe(true);
      const part = Buffer.from(await new Response(streamOf(object, 70_000, 199_998)).arrayBuffer());
      expect(part.equals(bytes.subarray(70_000, 199_999))).toBe(true);
      expect((await streamOf(object).getReader().read()).value!.length).toBeLessThanOrEqual(65_536);
    }
    expect(await new Response(streamOf({ place: { bytes: Buffer.alloc(0) }, size: 0 })).text()).toBe('');
  });

  it('that stops reading is dropped, and its file is closed', async () => {
    vi.useFakeTimers();
    const reader = streamOf({ place: { bytes: Buffer.alloc(300_000) }, size: 300_000 }).getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(59_000);
    await reader.read();
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(reader.read()).rejects.toThrow('took nothing of it any more');
  });
});
