import { useLocation } from 'wouter';
import type { Fragrance } from '../../../fragrance/domain/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { bringToHand } from '../../state/diary.ts';

/** Where a fragrance of the diary goes on: its page with all of it, and a bottle. */
export function Doors({ fragrance }: { fragrance: Fragrance }) {
  const [, navigate] = useLocation();
  const go = (path: string) => {
    bringToHand(fragrance);
    navigate(path);
  };
  return (
    <>
      <button type="button" className={buttonClass('outline')} onClick={() => go('/results')}>
        Open
      </button>
      <button type="button" className={buttonClass('outline')} onClick={() => go('/customize')}>
        Put it on a bottle
      </button>
    </>
  );
}
