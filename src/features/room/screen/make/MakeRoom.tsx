import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useSnapshot } from 'valtio';
import { Link, useLocation } from 'wouter';
import { loadCurrentFragrance } from '../../../fragrance/state/index.ts';
import { AccountPage } from '../../../members/parts/index.ts';
import { session } from '../../../members/state/session/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { Choice } from '../../../../ui/forms/Choice.tsx';
import { TextField } from '../../../../ui/forms/Field.tsx';
import { useConnectionBack } from '../../../../ui/loading/useConnectionBack.ts';
import { DEFAULT_HOURS, durationWords, MAX_ROOM_NAME_LENGTH, OFFERED_HOURS } from '../../domain/life.ts';
import { wallPath } from '../../domain/roomId.ts';
import { forgetOwnRooms, loadOwnRooms, makeOwnRoom, ownRooms } from '../../state/ownRooms.ts';
import styles from './MakeRoom.module.css';

const HOUR_MS = 3_600_000;
const HOURS = OFFERED_HOURS.map((hours): [number, string] => [hours, durationWords(hours * HOUR_MS)]);

/** Makes a room, and lists those that the member has. */
export default function MakeRoom() {
  const { user, verified } = useSnapshot(session);
  const id = user?.id;
  useEffect(() => {
    if (!verified || id === undefined) return undefined;
    void loadOwnRooms();
    return forgetOwnRooms;
  }, [verified, id]);
  useConnectionBack(() => {
    if (id !== undefined && ownRooms.list === null) void loadOwnRooms();
  });
  if (!verified) return <p className="loading">Loading...</p>;
  return (
    <AccountPage
      title="A room that sings"
      lead="Put a link on a wall: in a museum, a class, at a wedding. Whoever opens it sings five seconds, and the faces appear on one screen as they come, and become one accord."
      face={loadCurrentFragrance()}
    >
      {id === undefined ? (
        <div className="stack gap-4 left">
          <p>A room belongs to a member, who can hide faces and close it.</p>
          <Link href="/login?next=%2Froom" className={buttonClass('primary')}>
            Log in
          </Link>
        </div>
      ) : (
        <>
          <Form />
          <Rooms />
        </>
      )}
    </AccountPage>
  );
}

function Form() {
  const [, navigate] = useLocation();
  const { making, trouble } = useSnapshot(ownRooms);
  const [name, setName] = useState('');
  const [hours, setHours] = useState<number>(DEFAULT_HOURS);
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setMissing(true);
    const made = await makeOwnRoom(name, hours);
    // Whoever went elsewhere meanwhile stays there.
    if (made !== null && form.current !== null) navigate(wallPath(made));
  };
  return (
    <form ref={form} className={`stack gap-4 ${styles.form}`} onSubmit={(event) => void make(event)} noValidate>
      <TextField
        label="Name of the room"
        value={name}
        maxLength={MAX_ROOM_NAME_LENGTH}
        error={missing ? 'Please give the room a name.' : undefined}
        hint="Everybody with the link sees it."
        onChange={(event) => {
          setName(event.target.value);
          setMissing(false);
        }}
      />
      <Choice label="Open for" value={hours} options={HOURS} onChange={setHours} />
      {trouble !== null && <p role="alert">{trouble}</p>}
      <button type="submit" className={buttonClass('primary')} aria-disabled={making}>
        {making ? 'Making the room...' : 'Make a room'}
      </button>
      <p className="muted small measure">
        It holds the drawings and names of what was sung, no recordings. It closes by itself, and is deleted thirty days
        later.
      </p>
    </form>
  );
}

function Rooms() {
  const { list } = useSnapshot(ownRooms);
  if (list === null || list.length === 0) return null;
  return (
    <section className="stack gap-3" aria-labelledby="your-rooms">
      <h2 id="your-rooms" className="subtitle">
        Your rooms
      </h2>
      <ul className={styles.rooms}>
        {list.map(({ id, name, closed, faces }) => (
          <li key={id}>
            <Link href={wallPath(id)}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className="muted small">
              {faces} {faces === 1 ? 'face' : 'faces'}, {closed ? 'closed' : 'open'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
