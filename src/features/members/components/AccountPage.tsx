import type { ReactNode } from 'react';
import { drawingLabel } from '#features/fragrance/domain/drawing/drawing.ts';
import type { Drawable } from '#features/fragrance/domain/drawing/shapes.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { PlayingFlower } from '#features/fragrance/components/sounding/PlayingFlower.tsx';
import { RestoreFocus } from '#ui/screen/RestoreFocus.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { WiltedFlower } from '#ui/screen/ExamplePicture.tsx';
import { Stack } from '#ui/layout/Box.tsx';
import styles from './AccountPage.module.css';

interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  /** The visitor's current fragrance, whose flower is beside the form. */
  own: Fragrance | null;
  /** The flower of visitors without a fragrance. */
  family?: keyof typeof HOUSE_FLOWERS;
  /** Words under the flower. */
  caption?: ReactNode;
  /** The form fills a phone: it has no flower there, unless the flower has words. */
  long?: boolean;
  /** Outcome of the screen's purpose: `done` opens the flower, `wilted` shows that it cannot be done. */
  outcome?: 'done' | 'wilted' | undefined;
  children: ReactNode;
}

/** Flowers for visitors without a fragrance: chords in one octave each, whose flowers are round. */
const HOUSE_FLOWERS = {
  wood: houseFlower(['C3', 'E3', 'G3', 'B3']),
  spice: houseFlower(['C4', 'E4', 'G4']),
  bloom: houseFlower(['D5', 'F5', 'A5']),
  green: houseFlower(['C6', 'E6', 'G6']),
  air: houseFlower(['E7', 'G7', 'B7']),
};

function houseFlower(musicEssence: NoteCode[]): Drawable {
  return { musicEssence, intensity: 0.62, complexity: 0.55, persistence: 0.7 };
}

/**
 * Frame of the account screens: a title, a form and the flower of the visitor's current fragrance. Another title is the
 * next step, which begins there.
 */
export function AccountPage({
  title,
  lead,
  own,
  family = 'bloom',
  caption,
  long = false,
  outcome,
  children,
}: AccountPageProps) {
  const isBeside = long && caption === undefined && outcome === undefined;
  return (
    <Stack as="section" top grows className={`page ${styles.page}`}>
      <Stack gap={6} top narrows>
        <Stack as="header" gap={3}>
          <ScreenHeading className="heading closest">{title}</ScreenHeading>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </Stack>
        <RestoreFocus step={title}>{children}</RestoreFocus>
      </Stack>
      {/* A flower that opens is another one: it arrives. */}
      <Stack
        as="figure"
        key={outcome}
        gap={4}
        top
        justify="centered"
        size="small"
        tone="muted"
        textAlign="center"
        narrows
        className={styles.figure}
        data-place={isBeside ? 'desktop' : undefined}
        data-outcome={outcome}
      >
        {outcome === 'wilted' ? (
          <WiltedFlower />
        ) : (
          <div className={styles.face}>
            <PlayingFlower
              fragrance={own ?? HOUSE_FLOWERS[family]}
              label={drawingLabel(own ?? { ...HOUSE_FLOWERS[family], name: 'Accord' })}
              action={own === null ? 'Hear this flower' : 'Hear your flower'}
            />
          </div>
        )}
        {caption !== undefined && <figcaption className="anywhere">{caption}</figcaption>}
      </Stack>
    </Stack>
  );
}
