import { useState } from 'react';
import { useLocation } from 'wouter';
import type { MemberProfile } from '../../domain/member.ts';
import { saveFile } from '../../platform/saveFile.ts';
import { eraseAccount, exportEverything } from '../../state/account.ts';
import { notify } from '../../state/notices.ts';
import { session } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import styles from './Panel.module.css';

/** Your data is yours: all of it in one file, and all of it gone when you say so. */
export function YourData({ member }: { member: MemberProfile }) {
  const [exporting, setExporting] = useState(false);
  const [asking, setAsking] = useState(false);
  const download = async () => {
    if (exporting) return;
    setExporting(true);
    try {
      const { name, file } = await exportEverything(new Date());
      saveFile(file, name);
    } catch {
      notify({ kind: 'error', title: 'Your data could not be collected.', description: 'Please check your connection and try again.', key: 'export' });
    } finally {
      setExporting(false);
    }
  };
  return (
    <section className={styles.section}>
      <h2>Your data is yours</h2>
      <p>One file with everything: your account, your profile, every fragrance, and the photo and recordings themselves. Or delete it all, files included.</p>
      <div className={styles.actions}>
        <button type="button" className={buttonClass('outline')} aria-disabled={exporting} onClick={() => void download()}>
          {exporting ? 'Collecting...' : 'Download my data'}
        </button>
        <button type="button" className={buttonClass('outline', styles.danger)} onClick={() => setAsking(true)}>
          Delete my account
        </button>
      </div>
      {asking && <DeleteAccount member={member} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** Asks for the address to be typed: nobody does that by accident. */
function DeleteAccount({ member, onClose }: { member: MemberProfile; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const erase = async () => {
    if (busy) return;
    if (typed.trim().toLowerCase() !== member.email.toLowerCase()) {
      setWrong(true);
      return;
    }
    setBusy(true);
    session.leaving = true;
    const gone = await eraseAccount();
    setBusy(false);
    if (gone) navigate('/', { replace: true });
    else session.leaving = false;
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title="Delete your account?" description="Your profile, your saved fragrances, your photo and your recordings are deleted at once. There is no way back.">
      <form
        className={styles.section}
        onSubmit={(event) => {
          event.preventDefault();
          void erase();
        }}
      >
        <TextField
          label="Type your email to confirm"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          hint={member.email}
          error={wrong ? `Please type ${member.email}` : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
        <div className={styles.actions}>
          <button type="submit" className={buttonClass('outline', styles.danger)} aria-disabled={busy}>
            {busy ? 'Deleting...' : 'Delete my account'}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            Keep it
          </button>
        </div>
      </form>
    </Dialog>
  );
}
