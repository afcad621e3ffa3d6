import { outbox } from '#features/outbox/backend/outbox.ts';
import { onStored } from '#core/recordings/storedRecordings.ts';
import { currentRecordingId, updateCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { notify } from '#core/shell/notices.ts';
import { persisted } from '#core/shell/persist.ts';
import { tellRefused } from './refusedRecording.ts';

/* What follows when a recording was stored, or refused for good: by this tab or another. */

let following = false;

/** Follows the recordings of this page, once. */
export function followStoredRecordings(): void {
  if (following) return;
  following = true;
  // Set the URL of the current fragrance only for its own recording.
  onStored((recordingId, audioUrl) => {
    if (currentRecordingId() !== recordingId) return;
    persisted.audioInfo = { link: audioUrl };
    updateCurrentFragrance({ audioData: audioUrl });
  });

  // A recording that the backend refuses cannot be repaired: report it and remove the entry.
  outbox.onSettled('recording', (settled) => {
    if (settled.ok) return;
    if (!tellRefused(settled.error))
      notify({ kind: 'error', title: 'Failed to submit audio. Please try again later.', key: 'upload' });
    void outbox.remove(settled.entry.id).catch(() => undefined);
  });
}
