import { useRef, useState } from 'react';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { Dialog } from '../../../../ui/controls/Dialog.tsx';
import { deleteDiary } from '../../state/diary.ts';
import { exportDiary, importDiary } from '../../state/files.ts';
import styles from './Diary.module.css';

/** Takes the diary along, brings it back, and deletes it; `kept`: the account has it too. */
export function DiaryTools({ count, unreadable, kept }: { count: number; unreadable: number; kept: boolean }) {
  const picker = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    if (await deleteDiary()) setAsking(false);
  };
  return (
    <section className={styles.tools} aria-labelledby="diary-yours" data-screen-only="">
      <h2 id="diary-yours" className="subtitle">
        It is yours
      </h2>
      <p className="muted measure">
        A file takes the diary to another browser. What is deleted here is gone
        {kept ? ', in your account as well.' : ': nothing of it is on a server.'}
        {unreadable > 0 && ` ${unreadable} of its rows cannot be read by this version.`}
      </p>
      <div className="actions">
        {count > 0 && (
          <button type="button" className={buttonClass('outline')} onClick={() => void exportDiary(new Date())}>
            Save as a file
          </button>
        )}
        <button type="button" className={buttonClass('outline')} onClick={() => picker.current?.click()}>
          Bring one in
        </button>
        {count + unreadable > 0 && (
          <button type="button" className={buttonClass('outline', styles.danger)} onClick={() => setAsking(true)}>
            Delete the diary
          </button>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="A file of a diary"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file !== undefined) void importDiary(file);
        }}
      />
      {asking && (
        <Dialog
          open
          onOpenChange={setAsking}
          title="Delete the diary?"
          description={`${count === 1 ? 'Its fragrance goes' : `All its ${count} fragrances go`} from ${kept ? 'this browser, your account and your other devices' : 'this browser'}. This cannot be undone.`}
        >
          <div className="actions middle">
            <button type="button" className={buttonClass('outline', styles.danger)} onClick={() => void remove()}>
              Delete the diary
            </button>
            <button type="button" className={buttonClass('quiet')} onClick={() => setAsking(false)}>
              Keep it
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
