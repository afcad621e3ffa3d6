import { drawingLabel } from '../../../domain/drawing/drawing.ts';
import { exportFileName } from '../../../domain/composition/exportNotes.ts';
import type { Fragrance } from '../../../domain/composition/model.ts';
import { Preview, usePicture } from './Preview.tsx';
import { SaveAndShare } from './SaveAndShare.tsx';
import styles from './sheet.module.css';

/** The square picture with its actions. */
export function SquarePanel({ fragrance }: { fragrance: Fragrance }) {
  const picture = usePicture(fragrance, 'square', exportFileName(fragrance, 'png').replace(/\.png$/, '-square.png'));
  return (
    <div className="stack gap-4">
      <Preview picture={picture} kind="square" label={drawingLabel(fragrance)} />
      <div className={styles.actions}>
        <SaveAndShare file={picture?.file ?? null} what="picture" name={fragrance.name} look="primary" />
      </div>
      <p className="muted small">Made on this device, 1080 × 1080. Nothing is uploaded.</p>
    </div>
  );
}
