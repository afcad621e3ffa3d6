import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { buttonClass } from '../../../../ui/controls/button.ts';
import type { ExportFormat } from '../../domain/exported.ts';
import { cancelExport, exporting } from '../../state/exporting.ts';
import controls from './controls.module.css';
import styles from './Desk.module.css';

/** Saves the whole list as a file, page after page, and tells how far it is. */
export function Export({ onExport }: { onExport: (format: ExportFormat) => void }) {
  const { status, rows, said } = useSnapshot(exporting);
  // Another list has another file.
  useEffect(() => cancelExport, []);
  const reading = status === 'reading';
  return (
    <div className={styles.export}>
      <output className="small muted digits">{reading ? `${rows} rows so far...` : said}</output>
      {/* The same two buttons stay, so that the focus does. */}
      <button
        type="button"
        className={buttonClass('quiet', controls.plain)}
        aria-disabled={reading}
        onClick={() => !reading && onExport('csv')}
      >
        Export CSV
      </button>
      <button
        type="button"
        className={buttonClass('quiet', controls.plain)}
        onClick={() => (reading ? cancelExport() : onExport('json'))}
      >
        {reading ? 'Cancel the export' : 'Export JSON'}
      </button>
    </div>
  );
}
