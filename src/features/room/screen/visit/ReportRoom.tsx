import { useSnapshot } from 'valtio';
import { Report } from '../../../moderation/parts/index.ts';
import { isReported, report, reports } from '../../../moderation/state/index.ts';

/** Reports a room of somebody else. */
export default function ReportRoom({ id, name }: { id: string; name: string }) {
  const { list } = useSnapshot(reports);
  return <Report name={name} reported={isReported('room', id, list)} onReport={(given) => report('room', id, given)} />;
}
