import { useRef, useState } from 'react';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { Button } from '#ui/controls/Button.tsx';
import { dialogPart } from '#ui/loading/lazyPart.tsx';
import type { Report as ReportGiven } from '../domain/refusals.ts';
import { Text } from '#ui/layout/Box.tsx';

const ReportDialog = dialogPart(() => import('./ReportDialog.tsx'));

interface ReportProps {
  /** Name of the reported thing; null without one. */
  name: string | null;
  /** This device has reported it. */
  reported: boolean;
  /** Sends the report; resolves with null when it is stored, else with the words of the failure. */
  onReport: (report: ReportGiven) => Promise<string | null>;
}

/** Reports something public. Once it is reported, a sentence takes the place of the button. */
export function Report({ name, reported, onReport }: ReportProps) {
  const [open, setOpen] = useState(false);
  // Stays when the dialog closes, so that it is there for its way out.
  const [wasRequested, setAsked] = useState(false);
  const thanks = useRef<HTMLParagraphElement>(null);
  const send = async (report: ReportGiven) => {
    const failed = await onReport(report);
    if (failed !== null) return failed;
    // At once: while it closes, it holds the focus.
    setAsked(false);
    afterNextPaint(() => thanks.current?.focus());
    return null;
  };
  return (
    <Text as="div" size="small" tone="muted" data-screen-only="">
      {reported ? (
        <p ref={thanks} tabIndex={-1}>
          You reported this. Thank you.
        </p>
      ) : (
        <Button
          variant="flush"
          aria-haspopup="dialog"
          aria-label={name === null ? 'Report this fragrance' : `Report ${name}`}
          onClick={() => {
            setAsked(true);
            setOpen(true);
          }}
        >
          Report
        </Button>
      )}
      {wasRequested && <ReportDialog open={open} onOpenChange={setOpen} name={name} onReport={send} />}
    </Text>
  );
}
