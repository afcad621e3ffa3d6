import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { countNotes } from '#features/instruments/domain/take/layeredTake.ts';
import { createFromTake, newTake, redoTake, undoTake } from '#features/instruments/state/take/take.ts';
import { openTake, takes } from '#features/instruments/state/take/takeState.ts';
import { startTake, stopTake, togglePlayTake } from '#features/instruments/state/take/recordTake.ts';
import {
  cancelTakeSound,
  exportTake,
  exportTakeSound,
  takeRendering,
} from '#features/instruments/state/take/takeFile.ts';
import { buttonClass } from '#ui/controls/button.ts';
import { PlayIcon, StopIcon } from '#ui/icons/icons.tsx';
import { PauseIcon } from '#ui/icons/laterIcons.tsx';
import { TakeSettings } from './TakeSettings.tsx';
import pills from '../pills.module.css';
import styles from './TakePanel.module.css';

/** The take: record layers, play, quantise, save, make a fragrance. */
export function TakePanel() {
  const { phase, take, canUndo, canRedo } = useSnapshot(takes);
  const { share } = useSnapshot(takeRendering);
  const [, navigate] = useLocation();
  useEffect(openTake, []);
  const layers = take.layers.length;
  const running = phase === 'recording' || phase === 'count-in';
  const playing = phase === 'playing';
  return (
    <section className={pills.panel} aria-label="Your take">
      <div className="actions middle">
        <button
          type="button"
          className={buttonClass('outline', styles.record)}
          data-recording={running || undefined}
          onClick={() => (running ? stopTake() : void startTake())}
        >
          {running ? <StopIcon /> : <span className={styles.dot} aria-hidden="true" />}
          <span>{running ? 'Stop' : layers > 0 ? 'Add a layer' : 'Record'}</span>
        </button>
        {layers > 0 && !running && (
          <button type="button" className={buttonClass('outline')} onClick={() => void togglePlayTake()}>
            {playing ? <PauseIcon /> : <PlayIcon />}
            <span>{playing ? 'Stop playing' : 'Play take'}</span>
          </button>
        )}
        <Status />
      </div>
      {(canUndo || canRedo || layers > 0) && (
        <div className={styles.edit}>
          <button type="button" className={buttonClass('quiet')} aria-disabled={!canUndo} onClick={undoTake}>
            Undo
          </button>
          <button type="button" className={buttonClass('quiet')} aria-disabled={!canRedo} onClick={redoTake}>
            Redo
          </button>
          <button type="button" className={buttonClass('quiet')} aria-disabled={layers === 0} onClick={newTake}>
            New take
          </button>
        </div>
      )}
      <TakeSettings />
      {layers > 0 && (
        <div className="actions middle">
          <button
            type="button"
            className={buttonClass('primary')}
            onClick={() => {
              if (createFromTake()) navigate('/results');
            }}
          >
            Create Fragrance
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={() => void exportTake()}>
            Export MIDI
          </button>
          <button
            type="button"
            className={buttonClass('quiet')}
            onClick={() => (share === null ? void exportTakeSound() : cancelTakeSound())}
          >
            {share === null ? 'Export WAV' : 'Cancel export'}
          </button>
          {share !== null && (
            <progress
              className={styles.progress}
              aria-label="Rendering the sound file"
              max={100}
              value={Math.floor(100 * share)}
            />
          )}
          <output className="visually-hidden">{share === null ? '' : 'Rendering the sound file.'}</output>
        </div>
      )}
    </section>
  );
}

/** The state of the recording as text. */
function Status() {
  const { phase, countdown, recordedNotes, take } = useSnapshot(takes);
  const notes = phase === 'recording' ? recordedNotes : countNotes(take);
  const counted = `${notes} ${notes === 1 ? 'note' : 'notes'}`;
  const layers = take.layers.length;
  const words =
    phase === 'count-in'
      ? `Count-in: ${countdown}`
      : phase === 'recording'
        ? counted
        : layers === 0
          ? 'Record what you play, then make it a fragrance.'
          : layers === 1
            ? counted
            : `${layers} layers, ${counted}`;
  return <output className="muted small digits">{words}</output>;
}
