import { isolateBidi } from '#core/values/bidi.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { cancelFilm } from '#features/share/state/film.ts';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { FilmPanel } from './FilmPanel.tsx';
import { LinkPanel } from './LinkPanel.tsx';
import { Preview } from './Preview.tsx';
import { Stack } from '#ui/layout/Box.tsx';
import styles from './sheet.module.css';

interface ShareSheetProps {
  fragrance: Fragrance;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The link and the film of a fragrance, beside a preview of the film. */
export default function ShareSheet({ fragrance, open, onOpenChange }: ShareSheetProps) {
  const change = (next: boolean) => {
    // Closing cancels a running film and keeps finished results.
    if (!next) cancelFilm();
    onOpenChange(next);
  };
  return (
    <Dialog open={open} onOpenChange={change} title={`Share ${isolateBidi(fragrance.name)}`} className={styles.sheet}>
      <Stack gap={5} align="middle" className={styles.ways}>
        <Preview fragrance={fragrance} />
        <Stack gap={5} top narrows>
          <LinkPanel fragrance={fragrance} />
          <FilmPanel fragrance={fragrance} />
        </Stack>
      </Stack>
    </Dialog>
  );
}
