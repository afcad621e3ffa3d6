import { proxy } from 'valtio';
import { LatestTask } from '../../../core/lifetime/scope.ts';
import { hasOwnerSecret } from '../../../core/storage/ownerSecret.ts';
import { onMemberChange, session } from '../../members/state/session/index.ts';
import type { Moderated } from '../domain/moderation.ts';
import { answerFailure } from '../domain/refusals.ts';

/** What of the member or the visitor of this device was hidden, and why. */
export const moderation = proxy<{ items: Moderated[] }>({ items: [] });

const latest = new LatestTask();

onMemberChange(() => {
  latest.abort();
  moderation.items = [];
});

/** Loads the list. Without the backend the list stays as it is: nothing can be answered then. */
export async function loadModeration(): Promise<void> {
  // Without an account or owner secret there can be nothing: skip the request.
  if (session.user === null && !hasOwnerSecret()) return;
  const signal = latest.begin();
  try {
    const { listModeration } = await import('../backend/moderation.ts');
    const items = await listModeration();
    if (!signal.aborted) moderation.items = items;
  } catch {
    // The next visit asks again.
  }
}

/** Sends an answer to the desk. Resolves with null when it is stored, else with the words of the failure. */
export async function answerDesk(
  { subject, subjectId }: Pick<Moderated, 'subject' | 'subjectId'>,
  answer: string,
): Promise<string | null> {
  try {
    const { sendAnswer } = await import('../backend/moderation.ts');
    await sendAnswer({ subject, subjectId }, answer);
  } catch (error) {
    return answerFailure(error);
  }
  moderation.items = moderation.items.map((item) =>
    item.subject === subject && item.subjectId === subjectId ? { ...item, answer: answer.trim() } : item,
  );
  return null;
}

/** True for a fragrance that the desk or reports have hidden. */
export function isHidden(id: string, items: readonly Moderated[] = moderation.items): boolean {
  return items.some((item) => item.subject === 'fragrance' && item.subjectId === id);
}
