import { proxy, ref } from 'valtio';
import { LatestTask } from '../../../core/lifetime/scope.ts';
import { notify } from '../../../core/shell/notices.ts';
import type { AnswerCursor, ShareLine, SharedVoice } from '../backend/answers.ts';
import { isShareId } from '../domain/shareId.ts';

export type { ShareLine, SharedVoice };

/** What a share's page knows of answers: the voices that it answers, and those that answer it. */
export const line = proxy<{
  shareId: string | null;
  /** `gone`: there is no such share; `away`: it could not be asked for. */
  status: 'loading' | 'loaded' | 'gone' | 'away';
  known: ShareLine | null;
  /** Its answers so far, newest first. */
  answers: readonly SharedVoice[];
  /** Where the next page of answers begins; null when there is none. */
  next: AnswerCursor | null;
  /** More answers are being loaded. */
  busy: boolean;
}>({ shareId: null, status: 'loading', known: null, answers: ref([]), next: null, busy: false });

/** Number of answers on a page. */
const PAGE = 12;

const latest = new LatestTask();

/** Loads the line of a share and its newest answers. Failures end in {@link line}. */
export async function loadLine(shareId: string): Promise<void> {
  const signal = latest.begin();
  Object.assign(line, { shareId, status: 'loading', known: null, answers: ref([]), next: null, busy: false });
  if (!isShareId(shareId)) {
    line.status = 'gone';
    return;
  }
  try {
    const { findLine, listAnswers } = await import('../backend/answers.ts');
    const known = await findLine(shareId, { signal });
    const none = known === null || known.answers === 0;
    const page = none ? { answers: [], next: null } : await listAnswers(shareId, null, PAGE, { signal });
    if (signal.aborted) return;
    line.known = known && ref(known);
    show(page.answers, page.next);
    line.status = known === null ? 'gone' : 'loaded';
  } catch {
    // The page is whole without it.
    if (!signal.aborted) line.status = 'away';
  }
}

/** Shows the answers so far. Once all are there they are as many as are shown: others were taken back, or cannot be read. */
function show(answers: readonly SharedVoice[], next: AnswerCursor | null): void {
  line.answers = ref([...answers]);
  line.next = next;
  if (next === null && line.known !== null) line.known = ref({ ...line.known, answers: answers.length });
}

/** Loads the next page of answers. */
export async function loadMoreAnswers(): Promise<void> {
  const { shareId, answers, next } = line;
  if (shareId === null || next === null || line.busy) return;
  const { signal } = latest;
  line.busy = true;
  try {
    const { listAnswers } = await import('../backend/answers.ts');
    const page = await listAnswers(shareId, { ...next }, PAGE, { signal });
    if (signal.aborted) return;
    show([...answers, ...page.answers], page.next);
  } catch {
    if (!signal.aborted) notify({ kind: 'error', title: 'More answers could not be loaded.', key: 'answers' });
  } finally {
    if (!signal.aborted) line.busy = false;
  }
}

/** Says whether a share of one's own takes answers. Shows a notice on failure. */
export async function setAllowsAnswers(shareId: string, allowed: boolean): Promise<void> {
  const before = line.known;
  if (line.busy || before === null || line.shareId !== shareId) return;
  line.busy = true;
  try {
    const { allowAnswers, findLine } = await import('../backend/answers.ts');
    await allowAnswers(shareId, allowed);
    const known = await findLine(shareId).catch(() => null);
    if (line.shareId === shareId) line.known = ref(known ?? { ...before, allowsAnswers: allowed });
  } catch {
    notify({
      kind: 'error',
      title: 'That could not be changed.',
      description: 'Please check your connection and try again.',
      key: 'answers',
    });
  } finally {
    if (line.shareId === shareId) line.busy = false;
  }
}
