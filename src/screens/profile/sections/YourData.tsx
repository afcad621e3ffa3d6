import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { saveFile } from '#core/storage/saveFile.ts';
import {
  countStoredData,
  eraseAccount,
  exportEverything,
  type StoredDataCounts,
} from '#features/members/state/account.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { session } from '#features/session/state/session.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { EmailField } from '#ui/forms/Field.tsx';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import styles from '../Panel.module.css';
import { tryAgainWords } from '#core/values/errors.ts';
import { cleanAddress } from '#core/values/nameRules.ts';
import { pluralize } from '#core/values/words.ts';

/** Exports all the member's data as one file, and deletes the account. */
export function YourData({ member }: { member: MemberProfile }) {
  const [exporting, setExporting] = useState(false);
  const [asking, setAsking] = useState(false);
  const download = async () => {
    if (exporting) return;
    setExporting(true);
    try {
      const { name, file } = await exportEverything(new Date());
      saveFile(file, name);
    } catch (error) {
      notify({
        kind: 'error',
        title: 'Your data could not be collected.',
        description: tryAgainWords(error),
        duration: NOTICE_MS,
        key: 'export',
      });
    } finally {
      setExporting(false);
    }
  };
  return (
    <Stack as="section" gap={4} top className={styles.section}>
      <h2 className="subtitle">Your data is yours</h2>
      <p>
        One file with everything: your account and profile, every fragrance, share, submission, message and order, and
        the photos and recordings themselves. Or delete it all, files included; only orders stay.
      </p>
      <Row wrap gap={3} align="middle">
        <Button variant="outline" aria-disabled={exporting} onClick={() => void download()}>
          {exporting ? 'Collecting...' : 'Download my data'}
        </Button>
        <Button variant="flush" className={styles.erase} onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </Row>
      {asking && <DeleteAccount member={member} onClose={() => setAsking(false)} />}
    </Stack>
  );
}

/** Words about the data that is deleted with the account; without numbers until they are loaded. */
function goes(holdings: StoredDataCounts | null): string {
  if (holdings === null) return 'Your profile, your fragrances, shares, submissions, messages, photos and recordings.';
  const { fragrances, shares, submissions, messages, photos, recordings } = holdings;
  return `Your profile, ${pluralize(fragrances, 'fragrance')}, ${pluralize(shares, 'share')}, ${pluralize(submissions, 'submission')}, ${pluralize(messages, 'message')}, ${pluralize(photos, 'photo')} and ${pluralize(recordings, 'recording')}.`;
}

/** Words about the data that stays after the account is deleted. */
function remainingText(holdings: StoredDataCounts | null): string {
  if (holdings === null) return 'Preorders, if you placed any.';
  if (holdings.orders === 0) return 'Nothing.';
  return `${pluralize(holdings.orders, 'preorder')}: we keep an order, and write to you about it.`;
}

/** Counts of the member's data; null until they are loaded. */
function useHoldings(): StoredDataCounts | null {
  const [holdings, setHoldings] = useState<StoredDataCounts | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    // Without the counts the text is still correct.
    countStoredData(controller.signal).then(setHoldings, () => undefined);
    return () => controller.abort();
  }, []);
  return holdings;
}

/** Requires typing the e-mail address, which prevents an accidental deletion. */
function DeleteAccount({ member, onClose }: { member: MemberProfile; onClose: () => void }) {
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const holdings = useHoldings();
  const erase = async (typed: string) => {
    if (busy) return;
    if (cleanAddress(typed).toLowerCase() !== member.email.toLowerCase()) {
      setWrong(true);
      return;
    }
    setBusy(true);
    session.isLoggingOut = true;
    const isErased = await eraseAccount();
    setBusy(false);
    if (isErased) navigate('/', { replace: true });
    else session.isLoggingOut = false;
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Delete your account?"
      description="It is deleted at once. This cannot be undone."
    >
      <dl className={styles.facts}>
        <div>
          <dt className="muted tiny">What goes</dt>
          <dd className="anywhere">{goes(holdings)}</dd>
        </div>
        <div>
          <dt className="muted tiny">On this device</dt>
          <dd className="anywhere">Your data in this browser is deleted too, including what still waits to be sent.</dd>
        </div>
        <div>
          <dt className="muted tiny">What stays</dt>
          <dd className="anywhere">{remainingText(holdings)}</dd>
        </div>
      </dl>
      <Stack
        as="form"
        gap={4}
        top
        className={styles.section}
        onSubmit={(event) => {
          event.preventDefault();
          void erase(String(new FormData(event.currentTarget).get('email')));
        }}
      >
        <EmailField
          label="Type your email to confirm"
          autoComplete="off"
          name="email"
          hint={member.email}
          error={wrong ? `Please type ${member.email}` : undefined}
          onChange={() => setWrong(false)}
        />
        <Row wrap gap={3} align="middle">
          <SubmitButton busy={busy} variant="outline" className={styles.danger}>
            {busy ? 'Deleting...' : 'Delete my account'}
          </SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            Keep it
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
