import { useSnapshot } from 'valtio';
import { Report } from '../../features/moderation/parts/Report.tsx';
import { isReported, report, reports } from '../../features/moderation/state/reports.ts';
import { isOwnShare, ownShares } from '../../features/share/state/ownShares.ts';
import { shareRecords, type ShareRecord } from '../../features/share/state/shareRecords.ts';

/** Reports a share of another owner. */
export function ReportShare({ shareId, name }: { shareId: string; name: string | null }) {
  const { list } = useSnapshot(shareRecords);
  const { items } = useSnapshot(ownShares);
  const { list: reported } = useSnapshot(reports);
  if (isOwnShare(shareId, list as readonly ShareRecord[], items)) return null;
  return (
    <Report
      name={name}
      reported={isReported('share', shareId, reported)}
      onReport={(given) => report('share', shareId, given)}
    />
  );
}
