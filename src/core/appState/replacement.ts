import { proxy } from 'valtio';

/*
 * Files from outside (another app's share sheet, the system's "Open with") replace nothing that was made here without
 * confirmation: any web site can send a file to this page. `agreeToReplace` in src/features/fragrance/state/fragrance.ts
 * opens the question.
 */

export interface ReplacementQuestion {
  /** Name of the next content. */
  next: string;
  /** Name of the fragrance that would be replaced; null where only `ends` applies. */
  current: string | null;
  /** It would end running work: a recording or an analysis. */
  ends: boolean;
  /** An unsaved sound of the create screen would give way: it stays on this device, or is lost. */
  sound?: 'kept' | 'lost';
}

/** The open question, for its dialog; null while there is none. */
export const replacement = proxy<{ asked: ReplacementQuestion | null }>({ asked: null });

let answer: ((may: boolean) => void) | null = null;

/** Opens the question. A second file replaces an open question, which counts as declined. */
export function confirmReplacement(asked: ReplacementQuestion): Promise<boolean> {
  answerReplacement(false);
  return new Promise((resolve) => {
    answer = resolve;
    replacement.asked = asked;
  });
}

/** Answers the open question. */
export function answerReplacement(may: boolean): void {
  replacement.asked = null;
  answer?.(may);
  answer = null;
}
