import { refusalOf } from '../../backend/recordings/storedRecordings.ts';
import { notify } from '../shell/notices.ts';

/* What storage will never take: said once, in its own words, and not tried again. */

const TITLES = {
  not_audio: 'This kind of file cannot be kept online.',
  too_large: 'This recording is too large to keep online (25 MB at most).',
  empty: 'This recording is empty, so there is nothing to keep online.',
} as const;

/** Says why a recording stays on this device. @returns false when it was refused for no reason that is known here */
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
