import { perfumeNoteByName } from '../domain/catalogue.ts';
import type { NoteCode } from '../domain/pitch.ts';
import { familyStyle } from './family.ts';
import { NotesIcon, StopIcon } from './icons.tsx';
import styles from './NoteTable.module.css';

export interface NoteTableProps {
  essence: readonly NoteCode[];
  topNotes: readonly string[];
  middleNotes: readonly string[];
  baseNotes: readonly string[];
  /** Whether the essence sounds, and what plays or stops it. */
  playing: boolean;
  onToggle: () => void;
}

/** What a fragrance is made of: its essence, which can be heard, and its three tiers. */
export function NoteTable({ essence, topNotes, middleNotes, baseNotes, playing, onToggle }: NoteTableProps) {
  return (
    <dl className={styles.notes}>
      <div>
        <dt>
          Music essence
          <button type="button" className={styles.essence} aria-label={playing ? 'Stop the notes' : 'Play all notes'} onClick={onToggle}>
            {playing ? <StopIcon size={20} /> : <NotesIcon size={20} />}
          </button>
        </dt>
        <dd>
          <Joined items={essence} codeOf={(code) => code as NoteCode} />
        </dd>
      </div>
      <Tier name="Top notes" notes={topNotes} />
      <Tier name="Middle notes" notes={middleNotes} />
      <Tier name="Base notes" notes={baseNotes} />
    </dl>
  );
}

function Tier({ name, notes }: { name: string; notes: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Joined items={notes} codeOf={(note) => perfumeNoteByName(note)?.code} />
      </dd>
    </div>
  );
}

/** Words joined by commas, each in the colour of its family. */
function Joined({ items, codeOf }: { items: readonly string[]; codeOf: (item: string) => NoteCode | undefined }) {
  return items.map((item, i) => (
    <span key={item}>
      <span className={styles.note} style={familyStyle(codeOf(item))}>
        {item}
      </span>
      {i < items.length - 1 && ', '}
    </span>
  ));
}
