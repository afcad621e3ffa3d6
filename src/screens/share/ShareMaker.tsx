import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { isMyShare, loadShareOwner, myShares, takeBack } from '#features/share/state/myShares.ts';
import { session } from '#features/session/state/session.ts';
import { sharedIsGone, type SharedFragrance } from '#features/share/state/sharedFragrance.ts';
import { shareRecords, type ShareRecord } from '#features/share/state/shareRecords.ts';
import { Withdraw } from '#features/share/components/Withdraw.tsx';
import { Row } from '#ui/layout/Box.tsx';

/** The owner of the share can withdraw it here. */
export function ShareMaker({ fragrance: { shareId, name } }: { fragrance: SharedFragrance }) {
  const { isResolved } = useSnapshot(session);
  const { list } = useSnapshot(shareRecords);
  const { items } = useSnapshot(myShares);
  useEffect(() => {
    if (isResolved) void loadShareOwner(shareId);
  }, [isResolved, shareId]);
  if (!isMyShare(shareId, list as readonly ShareRecord[], items)) return null;
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
