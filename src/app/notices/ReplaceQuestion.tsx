import { useSnapshot } from 'valtio';
import { isolateBidi } from '#core/values/bidi.ts';
import { answerReplacement, replacement, type ReplacementQuestion } from '#core/appState/replacement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/controls/Dialog.tsx';
import type { DialogProps } from '#ui/loading/lazyPart.tsx';
import { Row } from '#ui/layout/Box.tsx';

/** Second sentence of the question, by the state of the unsaved sound on the create screen. */
const SOUND_SENTENCES = {
  kept: ' Your sound here stays on this device, and is offered again.',
  lost: ' Your sound here would be lost: this device has no room for it.',
} as const;

function description({ next, current, ends, sound }: ReplacementQuestion): string {
  const arrived = `${isolateBidi(next)} was sent to Accord from outside.`;
  const goes = current === null ? '' : ` ${isolateBidi(current)} is not saved; it stays one step back.`;
  const aside = sound === undefined ? '' : SOUND_SENTENCES[sound];
  return arrived + (ends ? ' This would end what you are doing here.' : '') + aside + goes;
}

/** Confirms before a file from another app or site replaces unsaved work. */
export default function ReplaceQuestion({ open, onOpenChange }: DialogProps) {
  const { asked } = useSnapshot(replacement);
  if (asked === null) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Open ${isolateBidi(asked.next)}?`}
      description={description(asked)}
    >
      <Row wrap gap={3}>
        <Button variant="primary" onClick={() => answerReplacement(false)}>
          {asked.current === null && asked.sound === undefined ? 'Go on here' : 'Keep mine'}
        </Button>
        <Button variant="outline" onClick={() => answerReplacement(true)}>
          Open it
        </Button>
      </Row>
    </Dialog>
  );
}
