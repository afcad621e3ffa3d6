import { useSnapshot } from 'valtio';
import type { NoteCode, Octave } from '../../../../core/pitch/pitch.ts';
import { familyStyle } from '../../../fragrance/parts/index.ts';
import { expectNotes, player, playNotes, stopPlaying } from '../../../instruments/state/playback/index.ts';
import styles from './About.module.css';

/** The notes of a band when it is pressed: a major seventh upwards. */
const CHORD = ['C', 'E', 'G', 'B'] as const;
/** Onset to onset and length of its notes, s. */
const RHYTHM = { spacing: 0.16, length: 0.7 } as const;

interface BandProps {
  octave: Octave;
  /** The family's name. */
  name: string;
}

/** An octave and its family, which sounds when it is pressed. */
export function Band({ octave, name }: BandProps) {
  const { note } = useSnapshot(player);
  const sounding = note !== null && note.endsWith(String(octave));
  const play = () => {
    if (sounding) stopPlaying();
    else
      void playNotes(
        CHORD.map((letter): NoteCode => `${letter}${octave}`),
        RHYTHM,
      );
  };
  return (
    <li style={familyStyle(octave)}>
      <button
        type="button"
        className={styles.band}
        data-sounding={sounding || undefined}
        onPointerEnter={() => void expectNotes()}
        onClick={play}
      >
        <span className="visually-hidden">Hear octave </span>
        <b>{octave}</b> <span>{name}</span>
      </button>
    </li>
  );
}
