import { fieldsOf } from '../../../../core/schema/checks.ts';
import { localStore } from '../../../../core/storage/localStore.ts';
import { isShareId } from '../../../share/domain/index.ts';

/**
 * Answers with one's own voice: which share a recording answers. What is recorded next in this tab is the answer; once
 * it has become a fragrance, this device remembers what that answers.
 */

export interface AnswerTo {
  shareId: string;
  /** Name of the fragrance that is answered. */
  name: string;
}

/** Session key of what this tab is about to answer. */
const NEXT_KEY = 'accord:answering';
/** Local key of the answers of this device. */
const MADE_KEY = 'accord:answers';
/** An older intention is dropped, ms: what is recorded then is no answer. */
const MAX_AGE_MS = 30 * 60_000;
/** Maximum number of remembered answers; the oldest are dropped first. */
const MAX_ANSWERS = 100;

interface MadeAnswer extends AnswerTo {
  recordingId: string;
}

function isAnswerTo(value: unknown): value is AnswerTo {
  const { shareId, name } = fieldsOf(value);
  return isShareId(shareId) && typeof name === 'string';
}

let next: (AnswerTo & { at: number }) | null = null;

function intended(): AnswerTo | null {
  let stored: unknown = next;
  try {
    stored ??= JSON.parse(sessionStorage.getItem(NEXT_KEY) ?? 'null');
  } catch {
    // Without storage the page remembers it.
  }
  const at = fieldsOf(stored)['at'];
  if (!isAnswerTo(stored) || typeof at !== 'number' || Date.now() - at > MAX_AGE_MS) return null;
  return { shareId: stored.shareId, name: stored.name };
}

function keepIntention(answer: AnswerTo | null): void {
  next = answer && { ...answer, at: Date.now() };
  try {
    if (next === null) sessionStorage.removeItem(NEXT_KEY);
    else sessionStorage.setItem(NEXT_KEY, JSON.stringify(next));
  } catch {
    // A reload then forgets it: the recording becomes a fragrance of its own.
  }
}

/** What is recorded next in this tab answers a share. */
export function intendAnswer(answer: AnswerTo): void {
  keepIntention(answer);
}

/** What is recorded next in this tab is no answer. */
export function intendNoAnswer(): void {
  keepIntention(null);
}

function madeAnswers(): MadeAnswer[] {
  const stored = localStore.read(MADE_KEY);
  return (Array.isArray(stored) ? stored : []).filter(
    (one): one is MadeAnswer => isAnswerTo(one) && typeof fieldsOf(one)['recordingId'] === 'string',
  );
}

/** A recording has become a fragrance: it is the intended answer, if there was one. */
export function answerWith(recordingId: string): void {
  const answer = intended();
  if (answer === null) return;
  keepIntention(null);
  const others = madeAnswers().filter((one) => one.recordingId !== recordingId);
  localStore.keep(MADE_KEY, [...others, { ...answer, recordingId }].slice(-MAX_ANSWERS));
}

/** What a recording answers; null for a sound of its own. */
export function answerOf(recordingId: string | undefined): AnswerTo | null {
  const made = recordingId === undefined ? undefined : madeAnswers().find((one) => one.recordingId === recordingId);
  return made === undefined ? null : { shareId: made.shareId, name: made.name };
}
