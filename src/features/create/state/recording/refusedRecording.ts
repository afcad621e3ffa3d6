import { MAX_RECORDING_BYTES } from '#shared/common/recordingLimit.ts';
import { refusalOf } from '#core/recordings/storedRecordings.ts';
import { notify } from '#core/shell/notices.ts';

/* A recording that storage refuses for good: report it once and do not retry. */

const TITLES = {
  not_audio: 'This kind of file cannot be kept online.',
  too_large: `This recording is too large to keep online (${MAX_RECORDING_BYTES / 2 ** 20} MB at most).`,
  empty: 'This recording is empty, so there is nothing to keep online.',
} as const;

/** Shows why a recording stays on this device. @returns false when the reason is unknown */
export function tellRefused(error: unknown): boolean {
  const reason = refusalOf(error);
  if (reason === null) return false;
  notify({
    kind: 'warning',
    title: TITLES[reason],
    description: 'It stays on this device, and your fragrance is made of it. What you share plays its notes.',
    duration: 8000,
    key: 'upload',
  });
  return true;
}
