import { useSnapshot } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { saving } from '#features/fragrance/state/current.ts';
import { saveFragrance } from '#features/fragrance/state/saveFragrance.ts';
import { Button } from '#ui/controls/Button.tsx';
import { FixedWidthLabel } from '#ui/controls/FixedWidthLabel.tsx';

const DONE = { saved: 'Saved to my profile', kept: 'Kept on this device', waiting: 'Kept on this device' } as const;
const WORDS = ['Save to my profile', 'Saving...', DONE.saved, DONE.kept];

/** "Save to my profile"; for a visitor without an account the fragrance waits on the device for the login. */
export function SaveToProfile({ fragrance }: { fragrance: Fragrance }) {
  const { at, done } = useSnapshot(saving);
  const outcome = done[fragrance.id];
  const busy = at === fragrance.id;
  const idle = busy || outcome === 'saved';
  return (
    <Button look="outline" aria-disabled={idle} onClick={() => !idle && void saveFragrance(fragrance)}>
      <FixedWidthLabel of={WORDS}>
        {busy ? 'Saving...' : outcome === undefined ? 'Save to my profile' : DONE[outcome]}
      </FixedWidthLabel>
    </Button>
  );
}
