import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { ModeratedItem } from '../../../../moderation/parts/index.ts';
import { answerDesk, loadModeration, moderation } from '../../../../moderation/state/index.ts';
import { session } from '../../../state/session/session.ts';

/** What of the member's is hidden, and whether the account is blocked; nothing where there is nothing. */
export default function Moderation() {
  const { items } = useSnapshot(moderation);
  const { user, verified } = useSnapshot(session);
  const id = user?.id;
  useEffect(() => {
    if (verified && id !== undefined) void loadModeration();
  }, [verified, id]);
  if (items.length === 0) return null;
  return (
    <section className="stack gap-4" aria-label="What was hidden">
      {items.map((item) => (
        <ModeratedItem
          key={`${item.subject}:${item.subjectId}`}
          item={item}
          onAnswer={(answer) => answerDesk(item, answer)}
        />
      ))}
    </section>
  );
}
