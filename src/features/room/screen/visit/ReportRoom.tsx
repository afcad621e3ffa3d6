import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Report } from '../../../moderation/parts/index.ts';
import { isReported, report, reports } from '../../../moderation/state/index.ts';

/** Reports an open room of somebody else. It stays when the report hides the room, with the focus on its thanks. */
export default function ReportRoom({ id, name, open }: { id: string; name: string; open: boolean }) {
  const { list } = useSnapshot(reports);
  const [wasOpen] = useState(open);
  const reported = isReported('room', id, list);
  if (!wasOpen && !open && !reported) return null;
  return <Report name={name} reported={reported} onReport={(given) => report('room', id, given)} />;
}
