import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { FragranceFace } from '../../../fragrance/parts/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { MicrophoneIcon } from '../../../../ui/icons/icons.tsx';
import { drawableOf, type RoomFace } from '../../domain/roomFace.ts';
import { enterSinging, hang, sing, SING_SECONDS, singing, type SingingPhase } from '../../state/singing.ts';
import styles from './Visit.module.css';

/** From the press to the face on the wall. */
export function Singing({ id, open, hidden }: { id: string; open: boolean; hidden: boolean }) {
  const { phase, face, name, trouble } = useSnapshot(singing);
  useEffect(() => enterSinging(id), [id]);
  const sung = face !== null;
  // A room that closed meanwhile keeps the face on this page.
  if (!open && !sung)
    return (
      <p className="large measure">
        {hidden
          ? 'This room was reported. It is closed until somebody of Accord has looked at it.'
          : 'This room is closed. Thank you to everybody who sang.'}
      </p>
    );
  return (
    <div className={styles.singing}>
      {sung ? <Sung key={name} face={face as RoomFace} name={name} phase={phase} /> : <Before />}
      <Progress phase={phase} />
      {trouble !== null && (
        <p className={styles.trouble} role="alert">
          {trouble}
        </p>
      )}
      <Actions id={id} open={open} phase={phase} />
      <Status phase={phase} />
    </div>
  );
}

function Before() {
  return (
    <p className="measure">
      Sing, hum or play for five seconds. You see your face first. When you put it on the wall, everybody with the link
      sees its drawing and its name, which are made of your notes. The recording stays on this device and is not kept.
    </p>
  );
}

function Progress({ phase }: { phase: SingingPhase }) {
  const { elapsed } = useSnapshot(singing);
  if (phase !== 'singing' && phase !== 'finding') return null;
  return (
    <progress
      className={styles.progress}
      max={SING_SECONDS}
      {...(phase === 'singing' ? { value: elapsed } : {})}
      aria-label={phase === 'singing' ? 'Listening' : 'Finding your notes'}
    />
  );
}

/** What was sung; it flies up when it is on the wall. */
function Sung({ face, name, phase }: { face: RoomFace; name: string; phase: SingingPhase }) {
  const drawable = useMemo(() => drawableOf(face), [face]);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack gap-3 center">
      <div className={phase === 'there' ? styles.flying : undefined}>
        <FragranceFace fragrance={drawable} label={`Your face: ${name}`} className={styles.face} background />
      </div>
      <h2 ref={heading} tabIndex={-1} className="subtitle">
        {name}
      </h2>
    </div>
  );
}

const SAID: Partial<Record<SingingPhase, string>> = {
  opening: 'Opening the microphone...',
  singing: 'Listening...',
  finding: 'Finding your notes...',
  sung: 'This is your face. It is on this device only.',
  sending: 'On its way to the wall...',
  waiting: 'There is no connection. Your face waits here, and goes onto the wall when it is back.',
  there: 'Your face is on the wall.',
};

function Status({ phase }: { phase: SingingPhase }) {
  return <output className="muted">{SAID[phase]}</output>;
}

function Actions({ id, open, phase }: { id: string; open: boolean; phase: SingingPhase }) {
  const again = (words: string, look: 'primary' | 'outline') => (
    <button type="button" className={buttonClass(look)} onClick={() => void sing(id)}>
      <MicrophoneIcon /> {words}
    </button>
  );
  if (phase === 'opening' || phase === 'singing' || phase === 'finding') return null;
  if (phase === 'ready') return again('Sing five seconds', 'primary');
  if (phase === 'there') {
    return (
      <div className={styles.actions}>
        {open && again('Sing again', 'outline')}
        <Link href="/create" className={buttonClass('quiet')}>
          Make a fragrance of your own
        </Link>
      </div>
    );
  }
  const busy = phase === 'sending' || phase === 'waiting';
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={buttonClass('primary')}
        aria-disabled={busy}
        onClick={() => phase !== 'sending' && void hang(id)}
      >
        Put it on the wall
      </button>
      {!busy && open && again('Sing again', 'outline')}
    </div>
  );
}
