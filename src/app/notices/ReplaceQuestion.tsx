import { useSnapshot } from 'valtio';
import { isolated } from '../../domain/bidi.ts';
import { answerReplacement, replacement, type Asked } from '../../state/shell/replacement.ts';
import { buttonClass } from '../../ui/controls/button.ts';
import { Dialog } from '../../ui/controls/Dialog.tsx';
import type { DialogProps } from '../../ui/loading/lazyPart.tsx';

function description({ next, current, ends }: Asked): string {
  const arrived = `${isolated(next)} was sent to Accord from outside.`;
  const goes = current === null ? '' : ` ${isolated(current)} is not saved; it stays one step back.`;
  return arrived + (ends ? ' What is going on here would end.' : '') + goes;
}

/** Asks before a file from another app or site replaces unsaved work. */
export default function ReplaceQuestion({ open, onOpenChange }: DialogProps) {
  const { asked } = useSnapshot(replacement);
  if (asked === null) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Open ${isolated(asked.next)}?`}
      description={description(asked)}
    >
      <div className="actions">
        <button type="button" className={buttonClass('primary')} onClick={() => answerReplacement(false)}>
          {asked.current === null ? 'Go on here' : 'Keep mine'}
        </button>
        <button type="button" className={buttonClass('outline')} onClick={() => answerReplacement(true)}>
          Open it
        </button>
      </div>
    </Dialog>
  );
}
