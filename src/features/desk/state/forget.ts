import { forgetActs } from './acts.ts';
import { cancelExport } from './exporting.ts';
import { forgetList } from './list.ts';
import { leaveLog } from './log.ts';
import { forgetNotes } from './notes.ts';
import { closeQuestion } from './question.ts';

/** Forgets all that the desk has shown: it holds names and addresses of others, and somebody else may sit down here. */
export function forgetDesk(): void {
  cancelExport();
  closeQuestion();
  forgetActs();
  forgetNotes();
  forgetList();
  leaveLog();
}
