import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { isolated } from '../../../../../core/values/bidi.ts';
import { drawingLabel } from '../../../domain/drawing/drawing.ts';
import { exportFileName } from '../../../domain/composition/exportNotes.ts';
import type { Fragrance } from '../../../domain/composition/model.ts';
import { session } from '../../../../members/state/session/index.ts';
import { share, shareFragrance } from '../../../../share/state/index.ts';
import { buttonClass } from '../../../../../ui/controls/button.ts';
import { CheckIcon, ShareIcon } from '../../../../../ui/icons/laterIcons.tsx';
import { Switch } from '../../../../../ui/controls/Switch.tsx';
import { Preview, usePicture } from './Preview.tsx';
import { SaveAndShare } from './SaveAndShare.tsx';
import { ShareOutcome } from './ShareOutcome.tsx';
import styles from './sheet.module.css';
import { useShareRecord } from './useShareRecord.ts';

const LABELS = { idle: 'Share', creating: 'Creating...', error: 'Error' } as const;

/** The public link in all its states, with its preview picture. */
export function LinkPanel({ fragrance }: { fragrance: Fragrance }) {
  const { status: last, done, fragranceId } = useSnapshot(share);
  const { user } = useSnapshot(session);
  const { linked } = useShareRecord(fragrance);
  const [showName, setShowName] = useState(false);
  const picture = usePicture(fragrance, 'link', exportFileName(fragrance, 'png'));
  const status = fragranceId === fragrance.id ? last : 'idle';
  const label = status === 'success' ? (done === 'copied' ? 'Copied!' : 'Shared!') : LABELS[status];
  return (
    <div className="stack gap-4">
      <Preview picture={picture} kind="link" label={drawingLabel(fragrance)} />
      {!linked && (
        <p className="muted small">
          Anyone with the link can hear your recording and see its notes. You can take it back.
        </p>
      )}
      {!linked && user !== null && user.id !== '' && (
        <Switch
          label="Show my name"
          why={`The page says that ${isolated(user.liquidName)} made it.`}
          checked={showName}
          onChange={setShowName}
          busy={status === 'creating'}
        />
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={buttonClass('primary', styles.share)}
          aria-busy={status === 'creating'}
          aria-disabled={status === 'creating'}
          data-status={status}
          onClick={() => void shareFragrance(fragrance, { showName: showName && user !== null })}
        >
          {status === 'success' ? <CheckIcon /> : <ShareIcon />} <span>{label}</span>
        </button>
        <SaveAndShare file={picture?.file ?? null} what="picture" name={fragrance.name} />
      </div>
      <ShareOutcome fragrance={fragrance} />
    </div>
  );
}
