import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { afterNextPaint } from '../../../../../core/lifetime/nextPaint.ts';
import { buttonClass } from '../../../../../ui/controls/button.ts';
import { TextAreaField } from '../../../../../ui/forms/Field.tsx';
import { SubmitButton } from '../../../../../ui/forms/SubmitButton.tsx';
import { MAX_NOTE_LENGTH } from '../../../domain/moderation.ts';
import type { DeskItem } from '../../../domain/rows.ts';
import { draftOf, dropNote, notes, saveNote, writeNote } from '../../../state/notes.ts';
import controls from '../controls.module.css';
import styles from './Item.module.css';

/** The note of an item, and the form that writes it. What is typed stays until the database has it. */
export function Note({ item, title }: { item: DeskItem; title: string }) {
  const { kind, id, note } = item;
  const draft = draftOf(useSnapshot(notes).drafts, kind, id);
  const opener = useRef<HTMLButtonElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [opened, setOpened] = useState(false);
  // Only what this person has opened: a draft of before a reload leaves the focus where it is.
  useEffect(() => {
    if (opened) area.current?.focus();
  }, [opened]);
  // The button is there once the form has gone.
  const close = () => {
    setOpened(false);
    void afterNextPaint(() => opener.current?.focus());
  };
  if (draft === undefined && !opened)
    return (
      <div className="stack gap-1 left">
        {note !== '' && (
          <p className={styles.note}>
            <bdi>{note}</bdi>
          </p>
        )}
        <button
          ref={opener}
          type="button"
          className={buttonClass('quiet', controls.plain)}
          aria-label={note === '' ? `Add a note to ${title}` : `Change the note of ${title}`}
          onClick={() => setOpened(true)}
        >
          {note === '' ? 'Add a note' : 'Change the note'}
        </button>
      </div>
    );
  const save = async () => {
    if (draft === undefined || draft.text.trim() === note) {
      dropNote(kind, id);
      close();
    } else if (await saveNote(kind, id)) close();
  };
  return (
    <form
      className="stack gap-2 narrows"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextAreaField
        label="Note"
        aria-label={`Note on ${title}`}
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        ref={area}
        value={draft?.text ?? note}
        error={draft?.trouble ?? undefined}
        hint="Owners read it, and it stays in the log for good: no personal data."
        onChange={(event) => writeNote(kind, id, event.target.value)}
      />
      <div className={styles.more}>
        <SubmitButton look="outline" className={controls.small} busy={draft?.status === 'saving'}>
          {draft?.status === 'saving' ? 'Saving...' : draft?.status === 'waiting' ? 'Try again' : 'Save note'}
        </SubmitButton>
        <button
          type="button"
          className={buttonClass('quiet', controls.plain)}
          onClick={() => {
            dropNote(kind, id);
            close();
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
