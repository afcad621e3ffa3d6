import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { FAMILIES } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { selectedNotes } from '#features/instruments/domain/beat/beat.ts';
import { NOTE_CODES, octaveOf, type NoteCode } from '#analysis/values/pitch.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { preview } from '#features/instruments/state/beat/playBeat.ts';
import { toggleNote } from '#features/instruments/state/beat/beat.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { familyStyle } from '#features/fragrance/components/family.ts';
import { NoteChip } from '#features/fragrance/components/notes/NoteChip.tsx';
import { DeferredPart } from '#ui/loading/DeferredPart.tsx';
import { Tabs } from '#ui/controls/Tabs.tsx';
import { Row, Text } from '#ui/layout/Box.tsx';
import styles from './NotesDialog.module.css';

/** Number of notes rendered per frame. */
const AT_A_TIME = 18;

type Tab = 'all' | 'selected' | 'category';

/** A choice among the 108 notes of the catalogue; a press plays the note. */
export function NotesDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { beat } = useSnapshot(beatMaker);
  const selected = selectedNotes(beat);
  const [tab, setTab] = useState<Tab>('all');
  const chip = (note: NoteCode) => {
    const chosen = selected.includes(note);
    return (
      <li key={note}>
        <NoteChip
          note={note}
          pressed={chosen}
          onClick={() => {
            toggleNote(note);
            if (!chosen) void preview(note);
          }}
        />
      </li>
    );
  };
  // Open the dialog at once and render a few notes per frame.
  const chips = (notes: readonly NoteCode[]) => (
    <Row as="ul" wrap gap={2}>
      {Array.from({ length: Math.ceil(notes.length / AT_A_TIME) }, (_, part) => (
        <DeferredPart key={part}>{notes.slice(part * AT_A_TIME, (part + 1) * AT_A_TIME).map(chip)}</DeferredPart>
      ))}
    </Row>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Select notes"
      description="Each note brings its scent. The rows of the grid and your fragrance are made of them."
      className={styles.dialog}
    >
      <Tabs<Tab>
        label="Notes"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'all', label: 'All Notes', panel: chips(NOTE_CODES) },
          {
            value: 'selected',
            label: `Selected (${selected.length})`,
            panel: selected.length === 0 ? <Text tone="muted">No notes selected.</Text> : chips(selected),
          },
          {
            value: 'category',
            label: 'By Category',
            panel: FAMILIES.map((family) => (
              <section
                key={family.octave}
                className={`stack gap-3 ${styles.family}`}
                style={familyStyle(family.octave)}
              >
                <h3 className="large fam-ink">{family.name}</h3>
                {chips(NOTE_CODES.filter((note) => octaveOf(note) === family.octave))}
              </section>
            )),
          },
        ]}
      />
      <Button variant="primary" onClick={() => onOpenChange(false)}>
        Done
      </Button>
    </Dialog>
  );
}
