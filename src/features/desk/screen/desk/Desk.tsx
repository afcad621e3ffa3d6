import { useEffect } from 'react';
import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { retryWhenOnline } from '../../../outbox/state/index.ts';
import { session } from '../../../members/state/session/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import NotFound from '../../../../ui/screen/NotFound.tsx';
import { ScreenHeading } from '../../../../ui/screen/ScreenHeading.tsx';
import { access, askAccess } from '../../state/access.ts';
import { forgetDesk } from '../../state/forget.ts';
import { counts, loadCounts } from '../../state/list.ts';
import { takeUpNotes } from '../../state/notes.ts';
import { DeskTabs } from './DeskTabs.tsx';
import { Factor } from './Factor.tsx';
import styles from './Desk.module.css';

/** The desk of those who run Accord. The database decides who they are; everybody else finds nothing here. */
export default function Desk() {
  const { user, verified } = useSnapshot(session);
  const { status } = useSnapshot(access);
  const { known } = useSnapshot(counts);
  const id = user?.id;
  useEffect(() => {
    if (!verified || id === undefined) return undefined;
    takeUpNotes();
    void askAccess();
    return forgetDesk;
  }, [verified, id]);
  const away = status === 'away';
  useEffect(() => (away ? retryWhenOnline(() => void askAccess({ quietly: true })) : undefined), [away]);

  const open = status === 'open';
  useEffect(() => {
    if (open && !known) void loadCounts();
  }, [open, known]);

  if (verified && user === null) return <LoggedOut />;
  if (!verified || status === 'asking' || (open && !known)) return <p className="loading">Loading...</p>;
  if (status === 'none') return <Nothing />;
  if (status === 'factor') return <Factor />;
  if (status === 'away') return <Away />;
  return (
    <section className={`page ${styles.desk}`}>
      <ScreenHeading className="title">Desk</ScreenHeading>
      <DeskTabs />
      <Link className="inline middle target" href="/room">
        Make a room that sings
      </Link>
    </section>
  );
}

function LoggedOut() {
  return (
    <section className={styles.gate}>
      <ScreenHeading className="title">Please log in</ScreenHeading>
      <p className="measure">This page is for members. After the login you come back to it.</p>
      <Link href="/login?next=%2Fdesk" className={buttonClass('primary')}>
        Log in
      </Link>
    </section>
  );
}

/** As an address that does not exist, also in the title of the page. */
function Nothing() {
  useEffect(() => {
    const before = document.title;
    document.title = 'Page not found · Accord';
    return () => {
      document.title = before;
    };
  }, []);
  return <NotFound />;
}

function Away() {
  return (
    <section className={styles.gate}>
      <ScreenHeading className="title">Out of reach</ScreenHeading>
      <p className="measure">The server cannot be reached right now. This page opens when the connection is back.</p>
      <button type="button" className={buttonClass('primary')} onClick={() => void askAccess({ quietly: true })}>
        Try again
      </button>
    </section>
  );
}
