import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BackendError } from '#core/backend/errors.ts';
import { MAX_RECORDING_BYTES } from '#shared/common/recordingLimit.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { ensureRecordingStored, recordingBytes, refusalOf } from '#core/recordings/storedRecordings.ts';
import { tellRefused } from '#features/create/state/recording/refusedRecording.ts';
import { storeRecording } from '#features/create/state/recording/storeRecording.ts';
import { onNotice, type Notice } from '#core/shell/notices.ts';
import '#features/outbox/state/outbox.ts';

const notices: Notice[] = [];
let stop = (): void => {};
beforeAll(() => {
  stop = onNotice((notice) => void notices.push(notice));
});
afterAll(() => stop());
beforeEach(() => {
  notices.length = 0;
});

const huge = () => new Blob([new Uint8Array(MAX_RECORDING_BYTES + 1)]);
const rejected = (more: { status?: number; detail?: string }) => new BackendError('rejected', 'No.', more);

describe('a recording that storage will never take', () => {
  it('is told in words that say why, stays on the device, and is not kept as waiting', async () => {
    const id = crypto.randomUUID();
    await storeRecording(id, huge(), new AbortController().signal, () => undefined);
    expect(notices).toMatchObject([
      {
        kind: 'warning',
        title: 'This recording is too large to keep online (25 MB at most).',
        description: 'It stays on this device, and your fragrance is made of it. What you share plays its notes.',
      },
    ]);
    expect((await recordingBytes(id))?.size).toBe(MAX_RECORDING_BYTES + 1);
    expect((await outbox.entries('recording')).map((entry) => entry.id)).not.toContain(id);
  });

  it('is told as well when it is refused later, out of the outbox, and waits no longer', async () => {
    const { id } = await outbox.add('recording', {}, { blob: huge() });
    await expect
      .poll(() => notices.map(({ title }) => title))
      .toEqual(['This recording is too large to keep online (25 MB at most).']);
    await expect.poll(async () => (await outbox.entries('recording')).map((entry) => entry.id)).not.toContain(id);
  });

  it('is refused once: whoever asks again hears the same, and nothing is sent', async () => {
    const id = crypto.randomUUID();
    const first = await ensureRecordingStored(id, { recording: huge() }).catch((error: unknown) => error);
    // With other bytes it would be sent.
    expect(await ensureRecordingStored(id, { recording: new Blob(['x']) }).catch((error: unknown) => error)).toBe(
      first,
    );
  });

  it('has a reason of its own for each refusal, also of a server in between', () => {
    const told = (error: unknown): string | undefined => {
      notices.length = 0;
      tellRefused(error);
      return notices[0]?.title;
    };
    expect(told(rejected({ status: 415, detail: 'not_audio' }))).toBe('This kind of file cannot be kept online.');
    expect(told(rejected({ status: 413, detail: 'not_json' }))).toMatch(/^This recording is too large/);
    expect(told(rejected({ status: 400, detail: 'empty' }))).toMatch(/^This recording is empty/);
    expect(told(rejected({ status: 400, detail: 'truncated' }))).toBeUndefined();
    expect(refusalOf(new BackendError('server', 'No.', { status: 500 }))).toBeNull();
  });
});
