import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendError } from '#core/backend/errors.ts';
import { MAX_RECORDING_BYTES } from '#shared/common/recordingLimit.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { ensureRecordingStored, recordingBytes, refusalOf } from '#core/recordings/storedRecordings.ts';
import { notifyRefused } from '#features/create/state/recording/storeRecording.ts';
import { storeRecording } from '#features/create/state/recording/storeRecording.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
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

describe('a recording that storage refuses', () => {
  it('shows the reason, stays on the device, and is not in the outbox', async () => {
    const id = crypto.randomUUID();
    await storeRecording(id, huge());
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

  it('shows the reason also when the outbox sends it later, and leaves the outbox', async () => {
    const { id } = await outbox.add('recording', {}, { blob: huge() });
    await expect
      .poll(() => notices.map(({ title }) => title))
      .toEqual(['This recording is too large to keep online (25 MB at most).']);
    await expect.poll(async () => (await outbox.entries('recording')).map((entry) => entry.id)).not.toContain(id);
  });

  it('is refused once: a second attempt fails with the same error, and sends nothing', async () => {
    const id = crypto.randomUUID();
    const first = await ensureRecordingStored(id, { recording: huge() }).catch((error: unknown) => error);
    // With other bytes it would be sent.
    expect(await ensureRecordingStored(id, { recording: new Blob(['x']) }).catch((error: unknown) => error)).toBe(
      first,
    );
  });

  it('has a separate reason for each refusal, also of a proxy', () => {
    const titleFor = (error: unknown): string | undefined => {
      notices.length = 0;
      notifyRefused(error);
      return notices[0]?.title;
    };
    expect(titleFor(rejected({ status: 415, detail: 'not_audio' }))).toBe('This kind of file cannot be kept online.');
    expect(titleFor(rejected({ status: 413, detail: 'not_json' }))).toMatch(/^This recording is too large/);
    expect(titleFor(rejected({ status: 400, detail: 'empty' }))).toMatch(/^This recording is empty/);
    expect(titleFor(rejected({ status: 400, detail: 'truncated' }))).toBeUndefined();
    expect(refusalOf(new BackendError('server', 'No.', { status: 500 }))).toBeNull();
  });
});

describe('an upload that ends with its page', () => {
  it('stays in the outbox, without a notice', async () => {
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
      this.dispatchEvent(new ProgressEvent('abort'));
    });
    const id = crypto.randomUUID();
    await storeRecording(id, new Blob(['sound']));
    expect(send).toHaveBeenCalled();
    expect(notices).toEqual([]);
    expect((await outbox.entries('recording')).map((entry) => entry.id)).toContain(id);
    await outbox.remove(id);
    send.mockRestore();
  });
});
