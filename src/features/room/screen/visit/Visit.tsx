import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Link, useParams } from 'wouter';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { useOnline } from '../../../../ui/loading/useOnline.ts';
import { ScreenHeading } from '../../../../ui/screen/ScreenHeading.tsx';
import { roomAccord } from '../../domain/accord.ts';
import { isOpen, lifeWords } from '../../domain/life.ts';
import type { RoomView } from '../../domain/news.ts';
import { wallPath } from '../../domain/roomId.ts';
import { enterRoom, room } from '../../state/room.ts';
import { lazyPart } from '../../../../ui/loading/lazyPart.tsx';
import { Singing } from './Singing.tsx';
import styles from './Visit.module.css';

const ReportRoom = lazyPart(() => import('./ReportRoom.tsx'), { failed: () => null });

/** What the link of a room opens: its name, and the button to sing. */
export default function Visit() {
  const { roomId = '' } = useParams<{ roomId: string }>();
  const { state, view } = useSnapshot(room);
  useEffect(() => enterRoom(roomId), [roomId]);
  const known = view?.id === roomId ? (view as RoomView) : null;
  if (state === 'missing') return <Missing />;
  if (known === null) return <Opening away={state === 'away'} />;
  return <Room view={known} away={state === 'away'} />;
}

function Opening({ away }: { away: boolean }) {
  const online = useOnline();
  return (
    <section className={styles.visit}>
      <ScreenHeading className="title">A room that sings</ScreenHeading>
      <output className="muted">
        {away || !online ? 'There is no connection. The room opens when it is back.' : 'Opening the room...'}
      </output>
    </section>
  );
}

function Missing() {
  return (
    <section className={styles.visit}>
      <ScreenHeading className="title">There is no such room</ScreenHeading>
      <p className="measure">The link may be wrong, or the room was deleted.</p>
      <Link href="/" className={buttonClass('primary')}>
        Sing for yourself
      </Link>
    </section>
  );
}

function Room({ view, away }: { view: RoomView; away: boolean }) {
  const { now } = useSnapshot(room);
  const accord = useMemo(() => roomAccord(view.faces.map(({ face }) => face)), [view.faces]);
  return (
    <section className={styles.visit}>
      <header className="stack gap-2 center">
        <ScreenHeading className="title">
          <bdi>{view.name}</bdi>
        </ScreenHeading>
        <p className="muted">
          {view.count === 0 ? 'No face yet.' : `${view.count} ${view.count === 1 ? 'face' : 'faces'} on the wall.`}
          {accord !== null && ` Their accord: ${accord.name}.`} {lifeWords(view, now)}
        </p>
        {away && (
          <output className="muted">There is no connection. You can sing; your face waits until it is back.</output>
        )}
      </header>
      <Singing id={view.id} open={isOpen(view, now)} hidden={view.hidden === true} />
      <Link href={wallPath(view.id)} className={buttonClass('quiet')}>
        See the wall
      </Link>
      {(isOpen(view, now) || view.hidden) && !view.keeper && (
        <ReportRoom id={view.id} name={view.name} open={isOpen(view, now)} />
      )}
    </section>
  );
}
