import { useId } from 'react';
import { buttonClass } from '#ui/controls/button.ts';

/** Offers the notes of a fragrance to the beat maker and the keyboard. */
export function PlayNotes({ onPlay }: { onPlay: (on: 'beats' | 'keyboard') => void }) {
  const heading = useId();
  return (
    <section className="stack gap-4" aria-labelledby={heading}>
      <h2 id={heading} className="subtitle regular">
        Play with its notes
      </h2>
      <div className="wrap gap-3" data-screen-only="">
        <button type="button" className={buttonClass('outline')} onClick={() => onPlay('beats')}>
          Make a beat of it
        </button>
        <button type="button" className={buttonClass('outline')} onClick={() => onPlay('keyboard')}>
          Play it on the keyboard
        </button>
      </div>
    </section>
  );
}
