import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { loadSavedFragrances, savedFragrances } from '../../features/fragrance/state/savedFragrances.ts';
import { session } from '../../features/session/state/session.ts';
import { Report } from '../../features/moderation/components/Report.tsx';
import { isReported, report, reports } from '../../features/moderation/state/reports.ts';

/** Reports another member's fragrance of the playlist. */
export function ReportFragrance({ id, name }: { id: string; name: string }) {
  const { user, verified } = useSnapshot(session);
  const { items, status, known } = useSnapshot(savedFragrances);
  const { list } = useSnapshot(reports);
  const wanted = verified && user !== null && status === 'idle';
  useEffect(() => {
    if (wanted) void loadSavedFragrances();
  }, [wanted]);
  // Whether it is the member's own is known with their list.
  if (user !== null && (!known || items.some((item) => item.id === id))) return null;
  return (
    <Report
      name={name}
      reported={isReported('fragrance', id, list)}
      onReport={(given) => report('fragrance', id, given)}
    />
  );
}
