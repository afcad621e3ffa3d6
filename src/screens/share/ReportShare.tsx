import { useSnapshot } from 'valtio';
import { Report } from '../../features/moderation/components/Report.tsx';
import { isReported, report, reports } from '../../features/moderation/state/reports.ts';
import { isMyShare, myShares } from '../../features/share/state/myShares.ts';
import { shareRecords, type ShareRecord } from '../../features/share/state/shareRecords.ts';

/** Reports a share of another owner. */
export function ReportShare({ shareId, name }: { shareId: string; name: string | null }) {
  const { list } = useSnapshot(shareRecords);
  const { items } = useSnapshot(myShares);
  const { list: reported } = useSnapshot(reports);
  if (isMyShare(shareId, list as readonly ShareRecord[], items)) return null;
  return (
    <Report
      name={name}
      reported={isReported('share', shareId, reported)}
      onReport={(given) => report('share', shareId, given)}
    />
  );
}
