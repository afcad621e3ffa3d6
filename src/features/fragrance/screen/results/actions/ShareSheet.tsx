import { useState } from 'react';
import { isolated } from '../../../../../core/values/bidi.ts';
import type { Fragrance } from '../../../domain/composition/model.ts';
import { cancelFilm } from '../../../../share/state/index.ts';
import { Dialog } from '../../../../../ui/controls/Dialog.tsx';
import { Tabs } from '../../../../../ui/controls/Tabs.tsx';
import { FilmPanel } from './FilmPanel.tsx';
import { LinkPanel } from './LinkPanel.tsx';
import { SquarePanel } from './SquarePanel.tsx';
import styles from './sheet.module.css';

interface ShareSheetProps {
  fragrance: Fragrance;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All ways of sharing, each with a preview. */
export default function ShareSheet({ fragrance, open, onOpenChange }: ShareSheetProps) {
  const [tab, setTab] = useState<'link' | 'square' | 'video'>('link');
  const change = (next: boolean) => {
    // Closing cancels a running film and keeps finished results.
    if (!next) cancelFilm();
    onOpenChange(next);
  };
  return (
    <Dialog open={open} onOpenChange={change} title={`Share ${isolated(fragrance.name)}`} className={styles.sheet}>
      <Tabs
        value={tab}
        onChange={setTab}
        label="Ways of sharing"
        tabs={[
          { value: 'link', label: 'Link', panel: <LinkPanel fragrance={fragrance} /> },
          { value: 'square', label: 'Picture', panel: <SquarePanel fragrance={fragrance} /> },
          { value: 'video', label: 'Film', panel: <FilmPanel fragrance={fragrance} /> },
        ]}
      />
    </Dialog>
  );
}
