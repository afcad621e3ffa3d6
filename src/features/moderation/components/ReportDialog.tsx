import { useRef, useState, type SubmitEvent } from 'react';
import { isolateBidi } from '#core/values/bidi.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { FormAlert, SelectField, TextAreaField } from '#ui/forms/Field.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { MAX_REPORT_LENGTH, REPORT_REASONS, type Report, type ReportReason } from '../domain/refusals.ts';

interface ReportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  name: string | null;
  /** Resolves with null when the report is stored, else with the words of the failure. */
  onReport: (report: Report) => Promise<string | null>;
}

const REASON_ENTRIES = Object.entries(REPORT_REASONS) as [ReportReason, string][];

/** Takes the reason of a report, and words if there are any. */
export default function ReportDialog({ open, onOpenChange, name, onReport }: ReportDialogProps) {
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Read the fields: a browser may have restored them without an event.
    const fields = new FormData(event.currentTarget);
    const [reason, details] = [fields.get('reason'), String(fields.get('details'))];
    const chosen = REASON_ENTRIES.find(([, words]) => words === reason)?.[0];
    setMissing(chosen === undefined);
    if (chosen === undefined) {
      select.current?.focus();
      return;
    }
    setBusy(true);
    try {
      setFailure(null);
      setFailure(await onReport({ reason: chosen, details }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      title={name === null ? 'Report this fragrance?' : `Report ${isolateBidi(name)}?`}
      description="We look at it, and tell no one who reported it."
    >
      <Stack as="form" gap={4} narrows noValidate onSubmit={(event) => void submit(event)}>
        <SelectField
          ref={select}
          label="What is wrong with it?"
          placeholder="Choose a reason"
          options={REASON_ENTRIES.map(([, words]) => words)}
          name="reason"
          error={missing ? 'Please choose a reason.' : undefined}
          onChange={() => setMissing(false)}
        />
        <TextAreaField label="In your words (optional)" rows={3} maxLength={MAX_REPORT_LENGTH} name="details" />
        {failure !== null && <FormAlert title="Not reported">{failure}</FormAlert>}
        <Row wrap gap={3} align="middle" className={form.actions}>
          <SubmitButton busy={busy}>{busy ? 'Sending...' : 'Report'}</SubmitButton>
          <Button variant="quiet" onClick={() => !busy && onOpenChange(false)}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
