import { perfumeNoteByName } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { noteStyle } from './noteStyle.ts';
import { StopIcon } from '#ui/icons/icons.tsx';
import { NotesIcon } from '#ui/icons/laterIcons.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Row, Text } from '#ui/layout/Box.tsx';
import styles from './NoteTable.module.css';

type Kind = 'musicEssence' | 'topNotes' | 'middleNotes' | 'baseNotes';

interface NoteTableProps {
  /** Low rows, for a narrow column. */
  dense?: boolean;
  /** The essence, where the table shows it, and its player, where nothing else plays it. */
  music?: { essence: readonly NoteCode[]; playing?: boolean; onToggle?: () => void };
  topNotes: readonly string[];
  middleNotes: readonly string[];
  baseNotes: readonly string[];
  /** The notes as text, until they are loaded (src/core/loading/firstWords.ts). */
  words?: Readonly<Record<Kind, string | null>> | undefined;
}

/** The composition of a fragrance: the playable essence and three tiers. */
export function NoteTable({ dense = false, music, topNotes, middleNotes, baseNotes, words }: NoteTableProps) {
  const tier = (kind: Kind, name: string, notes: readonly string[]) => (
    <div>
      <Row as="dt" gap={2} align="middle" tone="muted">
        {name}
      </Row>
      <dd>
        {words === undefined ? (
          <Joined items={notes} codeOf={(note) => perfumeNoteByName(note)?.code} />
        ) : (
          words[kind] !== null && <span data-word={kind}>{words[kind]}</span>
        )}
      </dd>
    </div>
  );
  return (
    <dl className={`ruled ${styles.notes}`} data-dense={dense || undefined}>
      {music && (
        <div>
          <Row as="dt" gap={2} align="middle" tone="muted">
            <span>Music essence</span>
            {music.onToggle && (
              <IconButton
                tone="ink"
                className={styles.essence}
                data-screen-only=""
                aria-label={music.playing ? 'Stop the notes' : 'Play all notes'}
                onClick={music.onToggle}
              >
                {music.playing ? <StopIcon size={20} /> : <NotesIcon size={20} />}
              </IconButton>
            )}
          </Row>
          <dd>
            {words === undefined ? (
              <Joined codes items={music.essence} codeOf={(code) => code as NoteCode} />
            ) : (
              words.musicEssence !== null && <span data-word="musicEssence">{words.musicEssence}</span>
            )}
          </dd>
        </div>
      )}
      {tier('topNotes', 'Top notes', topNotes)}
      {tier('middleNotes', 'Middle notes', middleNotes)}
      {tier('baseNotes', 'Base notes', baseNotes)}
    </dl>
  );
}

interface JoinedProps {
  items: readonly string[];
  codeOf: (item: string) => NoteCode | undefined;
  /** True when the items are note codes, which have no translation. */
  codes?: boolean;
}

/** Words joined by commas, each in the colour of its note. A line ends between two, before it ends inside of one. */
function Joined({ items, codeOf, codes = false }: JoinedProps) {
  return items.map((item, i) => (
    <span key={item}>
      <Row as="span" inline>
        <Text as="span" tone="note-ink" anywhere style={noteStyle(codeOf(item))} translate={codes ? 'no' : undefined}>
          {item}
        </Text>
        {i < items.length - 1 && <span>,</span>}
      </Row>
      {i < items.length - 1 && <span> </span>}
    </span>
  ));
}
