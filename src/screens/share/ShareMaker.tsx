import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { isMyShare, loadShareOwner, shares, takeBack } from '#features/share/state/shares.ts';
import { session } from '#features/session/state/session.ts';
import { sharedIsGone, type SharedFragrance } from '#features/share/state/sharedFragrance.ts';
import { Withdraw } from '#features/share/components/Withdraw.tsx';
import { Row } from '#ui/layout/Box.tsx';

/** The owner of the share can withdraw it here. */
export function ShareMaker({ fragrance: { shareId, name } }: { fragrance: SharedFragrance }) {
  const { isResolved } = useSnapshot(session);
  const mine = useSnapshot(shares);
  useEffect(() => {
    if (isResolved) void loadShareOwner(shareId);
  }, [isResolved, shareId]);
  if (!isMyShare(shareId, mine)) return null;
  const remove = async () => {
    const gone = await takeBack(shareId);
    if (gone) sharedIsGone();
    return gone;
  };
  return (
    <Row wrap columnGap={2} align="middle" tone="muted">
      <span>You shared this.</span> <Withdraw name={name} onWithdraw={remove} />
    </Row>
  );
}
