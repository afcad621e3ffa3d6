import { outbox, startOutbox as startSending } from '../backend/outbox.ts';
import { Scope } from '../platform/scope.ts';
import { amendProfile, loadProfile } from './fragrance.ts';
import { persisted } from './persist.ts';

/** A fragrance is made this long after its recording was left in the outbox at most: the processing screen waits 30 s, ms. */
const MADE_WITHIN_MS = 60_000;

// A recording that went out after a reload: nobody waits for its URL any more, but the fragrance at hand is its own when
// it was made right after the recording was left behind.
outbox.onSettled('recording', (outcome) => {
  if (!outcome.ok) return;
  const profile = loadProfile();
  const madeAfter = Number(profile?.id) - outcome.entry.createdAt;
  if (profile?.audioData !== undefined || !(madeAfter >= 0 && madeAfter < MADE_WITHIN_MS)) return;
  const audioUrl = String(outcome.result);
  persisted.audioInfo = { link: audioUrl };
  amendProfile({ audioData: audioUrl });
});

/** Sends what waits, now and whenever the connection is back; for the start of the app. */
export function startOutbox(): void {
  startSending(new Scope());
}
