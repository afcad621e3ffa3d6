import { useSnapshot } from 'valtio';
import { Switch } from '../../../../ui/controls/Switch.tsx';
import { keeping, setKeeping } from '../../state/account/keeping.ts';
import styles from './Diary.module.css';

const TROUBLE = {
  full: 'Your account has no room for more of it. What it has stays.',
  blocked: 'Your account is blocked and takes no entries. What it has stays, and can be deleted.',
};

/** Switches whether the account of a member keeps the diary as well. */
export function InAccount() {
  const { on, waiting, trouble } = useSnapshot(keeping);
  return (
    <section className={styles.tools} aria-labelledby="diary-account" data-screen-only="">
      <h2 id="diary-account" className="subtitle">
        In your account
      </h2>
      <Switch checked={on} onChange={(wanted) => void setKeeping(wanted)} label="Keep it in my account too" />
      <p className="muted measure">
        {on
          ? 'Your diary is the same on every device where you log in. Switched off, the account’s copy is deleted, and this browser keeps its own.'
          : 'Off. Switched on, the account has a copy: faces and names, no recordings. You have your diary on every device where you log in.'}
      </p>
      <p className="muted" aria-live="polite">
        {trouble !== null
          ? TROUBLE[trouble]
          : waiting
            ? 'Not all of it is there yet. It goes as soon as there is a connection.'
            : ''}
      </p>
    </section>
  );
}
