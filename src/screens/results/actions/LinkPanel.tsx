import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { isolateBidi } from '#core/values/bidi.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { isOfRecording } from '#features/instruments/state/playback/playFragrance.ts';
import { session } from '#features/session/state/session.ts';
import { shareFragrance } from '#features/share/state/share.ts';
import { shares } from '#features/share/state/shares.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CheckIcon, ShareIcon } from '#ui/icons/laterIcons.tsx';
import { Switch } from '#ui/controls/Switch.tsx';
import { ShareOutcome } from './ShareOutcome.tsx';
import { useShareRecord } from './useShareRecord.ts';
import { Stack } from '#ui/layout/Box.tsx';

const SHARE_LABELS = { idle: 'Share', creating: 'Creating...', error: 'Error' } as const;

/** The button that makes the public link, in all its states, and the link. */
export function LinkPanel({ fragrance }: { fragrance: Fragrance }) {
  const { status: last, done, fragranceId } = useSnapshot(shares).button;
  const { user } = useSnapshot(session);
  const { linked } = useShareRecord(fragrance);
  const [showName, setShowName] = useState(false);
  const status = fragranceId === fragrance.id ? last : 'idle';
  const label = status === 'success' ? (done === 'copied' ? 'Copied!' : 'Shared!') : SHARE_LABELS[status];
  return (
    <Stack gap={3}>
      {!linked && (
        <p>{`Anyone with the link can hear your ${isOfRecording(fragrance) ? 'recording' : 'sound'} and see its notes. You can take it back.`}</p>
      )}
      {!linked && user !== null && user.id !== '' && (
        <Switch
          label="Show my name"
          why={`The page says that ${isolateBidi(user.liquidName)} made it.`}
          checked={showName}
          onChange={setShowName}
          busy={status === 'creating'}
        />
      )}
      <Button
        look="primary"
        wide
        aria-busy={status === 'creating'}
        aria-disabled={status === 'creating'}
        data-status={status}
        onClick={() => void shareFragrance(fragrance, { showName: showName && user !== null })}
      >
        {status === 'success' ? <CheckIcon /> : <ShareIcon />} <span>{label}</span>
      </Button>
      <ShareOutcome fragrance={fragrance} />
    </Stack>
  );
}
