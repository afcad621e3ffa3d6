import { proxy } from 'valtio';

/*
 * What arrives from outside (another app's share sheet, the system's "Open with") takes the place of nothing that was made
 * here, unless the visitor says so: any web site can send a file to this page. Who asks is src/state/fragrance/former.ts.
 */

export interface Asked {
  /** What would be shown. */
  next: string;
  /** Name of the fragrance whose place it would take; null where only `ends` is at stake. */
  current: string | null;
  /** Something goes on here that it would end: a recording, a sound that is becoming a fragrance. */
  ends: boolean;
}

/** The question that is open, for the shell; null while there is none. */
export const replacement = proxy<{ asked: Asked | null }>({ asked: null });

let answer: ((may: boolean) => void) | null = null;

/** Asks the visitor. A second arrival takes the place of the question that is open, which is answered with no. */
export function askToReplace(asked: Asked): Promise<boolean> {
  answerReplacement(false);
  return new Promise((resolve) => {
    answer = resolve;
    replacement.asked = asked;
  });
}

/** The visitor's word. */
export function answerReplacement(may: boolean): void {
  replacement.asked = null;
  answer?.(may);
  answer = null;
}
