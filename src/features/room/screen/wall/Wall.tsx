import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Link, useParams } from 'wouter';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { lazyPart } from '../../../../ui/loading/lazyPart.tsx';
import { ScreenHeading } from '../../../../ui/screen/ScreenHeading.tsx';
import { roomAccord, sharedWords } from '../../domain/accord.ts';
import { isOpen, lifeWords } from '../../domain/life.ts';
import type { RoomView } from '../../domain/news.ts';
import { roomPath } from '../../domain/roomId.ts';
import { forgetKeeping } from '../../state/keeping.ts';
import { enterRoom, room } from '../../state/room.ts';
import type { WatchState } from '../../state/room.ts';
import { Faces } from './Faces.tsx';
import { Keeper } from './Keeper.tsx';
import { useNewFaces } from './useNewFaces.ts';
import styles from './Wall.module.css';

const QrCode = lazyPart(() => import('./QrCode.tsx'), { waiting: <div className={styles.qr} />, failed: () => null });

/** The screen of a room: the faces as they come, their accord in the middle, and the address to sing along. */
export default function Wall() {
  const { roomId = '' } = useParams<{ roomId: string }>();
  const { state, view } = useSnapshot(room);
  useEffect(() => {
    forgetKeeping();
    return enterRoom(roomId);
  }, [roomId]);
  const known = view?.id === roomId ? (view as RoomView) : null;
  if (state === 'missing' || known === null) return <Nothing state={state} />;
  return <Known view={known} state={state} />;
}

function Nothing({ state }: { state: WatchState }) {
  const missing = state === 'missing';
  return (
    <section className={styles.nothing}>
      <ScreenHeading className="title">{missing ? 'There is no such room' : 'A room that sings'}</ScreenHeading>
      <output className="muted">
        {missing
          ? 'The link may be wrong, or the room was deleted.'
          : state === 'away'
            ? 'There is no connection. The wall opens when it is back.'
            : 'Opening the wall...'}
      </output>
      {missing && (
        <Link href="/" className={buttonClass('primary')}>
          Sing for yourself
        </Link>
      )}
    </section>
  );
}

const STATES: Partial<Record<WatchState, string>> = {
  away: 'There is no connection. New faces come when it is back.',
  asking: 'New faces come every few seconds.',
};

function Known({ view, state }: { view: RoomView; state: WatchState }) {
  const { now } = useSnapshot(room);
  const whole = useRef<HTMLElement>(null);
  const accord = useMemo(() => roomAccord(view.faces.map(({ face }) => face)), [view.faces]);
  const said = useNewFaces(view, accord?.name ?? null);
  const address = `${location.origin}${roomPath(view.id)}`;
  return (
    <section ref={whole} className={styles.wall}>
      <Faces faces={view.faces} accord={accord} />
      <aside className={styles.aside} aria-label="About this room">
        <div className="stack gap-2">
          <ScreenHeading className={styles.name}>
            <bdi>{view.name}</bdi>
          </ScreenHeading>
          <p className="muted">
            {view.faces.length} {view.faces.length === 1 ? 'face' : 'faces'}. {lifeWords(view, now)}
          </p>
          {accord !== null && <p className="small">{sharedWords(accord)}</p>}
          {/* Its line is there before its words, so that nothing moves. */}
          <output className={styles.state}>{(isOpen(view, now) || state === 'away') && STATES[state]}</output>
        </div>
        {isOpen(view, now) && (
          <div className={styles.join}>
            <QrCode address={address} />
            <p className="small">
              Sing along: scan this, or open <Link href={roomPath(view.id)}>{address.replace(/^https?:\/\//, '')}</Link>
            </p>
          </div>
        )}
        <div className="actions">
          {document.fullscreenEnabled && (
            <button
              type="button"
              className={buttonClass('outline')}
              onClick={() => void toggleFullScreen(whole.current)}
            >
              Full screen
            </button>
          )}
        </div>
        {view.keeper && <Keeper closed={view.closed} />}
      </aside>
      <output className="visually-hidden">{said}</output>
    </section>
  );
}

/** Browsers may refuse it; then the page stays as it is. */
async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  try {
    if (document.fullscreenElement === null) await element?.requestFullscreen();
    else await document.exitFullscreen();
  } catch {
    // Nothing to do.
  }
}
