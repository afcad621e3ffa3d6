import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { session } from '../../members/state/session/index.ts';
import { ModeratedItem } from '../../moderation/parts/index.ts';
import { answerDesk, loadModeration, moderation } from '../../moderation/state/index.ts';

/** Tells the maker of a hidden share why its page is away; nothing for everybody else. */
export default function HiddenShare({ shareId }: { shareId: string }) {
  const { items } = useSnapshot(moderation);
  const { verified } = useSnapshot(session);
  useEffect(() => {
    if (verified) void loadModeration();
  }, [verified]);
  const item = items.find(({ subject, subjectId }) => subject === 'share' && subjectId === shareId);
  return item === undefined ? null : <ModeratedItem item={item} onAnswer={(answer) => answerDesk(item, answer)} />;
}
