import { memo, useMemo, useSyncExternalStore, type CSSProperties } from 'react';
import { useSnapshot } from 'valtio';
import { FragranceFace } from '../../../fragrance/parts/index.ts';
import { KeptFocus } from '../../../../ui/screen/KeptFocus.tsx';
import { Scope } from '../../../../core/lifetime/scope.ts';
import type { Accord } from '../../domain/accord.ts';
import type { WallFace } from '../../domain/news.ts';
import { drawableOf, faceName } from '../../domain/roomFace.ts';
import { MIDDLE, spotOf, wallSize, type WallShape } from '../../domain/wall.ts';
import { hide, keeping } from '../../state/keeping.ts';
import styles from './Wall.module.css';

const TALL = '(max-aspect-ratio: 1/1)';

/** A standing screen has a standing wall. */
function useShape(): WallShape {
  return useSyncExternalStore(
    (changed) => {
      const scope = new Scope();
      scope.listen(window.matchMedia(TALL), 'change', changed);
      return () => scope.dispose();
    },
    () => (window.matchMedia(TALL).matches ? 'tall' : 'wide'),
  );
}

/** Size of a face beside the distance of its neighbours, and of the accord, units. */
const FACE = 0.96;
const ACCORD = 2 * MIDDLE.x * 0.68;
/** The accord hangs this much above the middle, and its name begins this much below, units. */
const ACCORD_ABOVE = 0.4;
const NAME_BELOW = 1.05;

interface FacesProps {
  faces: readonly WallFace[];
  accord: Accord | null;
}

/** The faces on their spots, and the accord with its name in the middle. */
export function Faces({ faces, accord }: FacesProps) {
  const shape = useShape();
  const { choosing, busy } = useSnapshot(keeping);
  const places = Math.max(0, ...faces.map(({ place }) => place + 1));
  const size = useMemo(() => wallSize(places, shape), [places, shape]);
  const at = (x: number, y: number, width: number): CSSProperties => ({
    left: `${(100 * (x - width / 2 + size.width / 2)) / size.width}%`,
    top: `${(100 * (y - width / 2 + size.height / 2)) / size.height}%`,
    width: `${(100 * width) / size.width}%`,
  });
  return (
    <div
      className={styles.board}
      style={{ aspectRatio: `${size.width} / ${size.height}`, '--ratio': size.width / size.height } as CSSProperties}
    >
      <div className={styles.accord} style={at(0, -ACCORD_ABOVE, ACCORD)}>
        {accord !== null && <FragranceFace fragrance={accord.drawable} label={`The accord: ${accord.name}`} />}
      </div>
      <p className={styles.accordName} style={{ top: `${50 + (100 * NAME_BELOW) / size.height}%` }}>
        <span>{accord === null ? 'Waiting for the first voice' : accord.name}</span>
      </p>
      <ul className={styles.faces} aria-label="Faces on the wall">
        {/* A face that is hidden had the focus: the next one gets it. */}
        <KeptFocus>
          {faces.map((face) => {
            const { x, y } = spotOf(face.place, shape);
            return (
              <li key={face.id} style={at(x, y, FACE)} data-place={face.place}>
                <Face face={face} choosing={choosing} busy={busy} />
              </li>
            );
          })}
        </KeptFocus>
      </ul>
    </div>
  );
}

const Face = memo(function Face({ face, choosing, busy }: { face: WallFace; choosing: boolean; busy: boolean }) {
  const drawable = useMemo(() => drawableOf(face.face), [face]);
  const name = useMemo(() => faceName(face.face), [face]);
  if (!choosing) return <FragranceFace fragrance={drawable} label={name} className={styles.face} />;
  return (
    <button
      type="button"
      className={styles.choice}
      aria-label={`Hide ${name}`}
      aria-disabled={busy}
      data-kept="face"
      onClick={() => void hide({ id: face.id, name })}
    >
      <FragranceFace fragrance={drawable} className={styles.face} />
    </button>
  );
});
