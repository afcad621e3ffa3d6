import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { isTyping } from '../../platform/sharing/keyboardLayout.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { beat, clearGrid, enterBeatMaker, redo, togglePlay, undo } from '../../state/instruments/beat.ts';
import { buttonClass } from '../../ui/controls/button.ts';
import { PauseIcon, PlayIcon } from '../../ui/controls/icons.tsx';
import { ScreenHeading } from '../../ui/screen/ScreenHeading.tsx';
import { BeatSettings } from './BeatSettings.tsx';
import { RedoIcon, UndoIcon } from './icons.tsx';
import { PadGrid } from './PadGrid.tsx';
import { useBeatAddress } from './useBeatAddress.ts';
import styles from './BeatMaker.module.css';

/** The beat maker: every row is a note, and the chosen notes become a fragrance. */
export default function BeatMaker() {
  const { playing, canUndo, canRedo } = useSnapshot(beat);
  useEffect(enterBeatMaker, []);
  useBeatAddress();
  useUndoKeys();
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <ScreenHeading className={styles.title}>Beat Maker</ScreenHeading>
        <p className={styles.lead}>Every row is a note with a scent. Tap or paint the pads, and let it loop.</p>
        <div className={styles.transport}>
          <button
            type="button"
            className={styles.play}
            data-playing={playing || undefined}
            aria-label={playing ? 'Pause' : 'Play'}
            onClick={() => void togglePlay()}
          >
            {playing ? <PauseIcon size={26} /> : <PlayIcon size={26} />}
          </button>
          <button type="button" className={buttonClass('outline')} onClick={clearGrid}>
            Clear
          </button>
          <button
            type="button"
            className={styles.icon}
            aria-label="Undo"
            aria-keyshortcuts="Control+Z"
            aria-disabled={!canUndo}
            onClick={undo}
          >
            <UndoIcon />
          </button>
          <button
            type="button"
            className={styles.icon}
            aria-label="Redo"
            aria-keyshortcuts="Control+Shift+Z"
            aria-disabled={!canRedo}
            onClick={redo}
          >
            <RedoIcon />
          </button>
        </div>
      </div>
      <PadGrid />
      <BeatSettings />
    </div>
  );
}

function useUndoKeys(): void {
  useEffect(() => {
    const scope = new Scope();
    scope.listen(window, 'keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (isTyping(event.target) && !(event.target instanceof HTMLInputElement && event.target.type === 'range'))
        return;
      const letter = event.key.toLowerCase();
      if (letter !== 'z' && letter !== 'y') return;
      event.preventDefault();
      if (letter === 'y' || event.shiftKey) redo();
      else undo();
    });
    return () => scope.dispose();
  }, []);
}
