import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { Fragrance } from '../../../fragrance/domain/index.ts';
import { session } from '../../../members/state/session/index.ts';
import { outboxView } from '../../../outbox/state/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { Switch } from '../../../../ui/controls/Switch.tsx';
import { CopyIcon, ShareIcon } from '../../../../ui/icons/laterIcons.tsx';
import { TakeBack } from '../../parts/TakeBack.tsx';
import { takeBack } from '../../state/ownShares.ts';
import { copyLink, share, shareFragrance, shareUrl } from '../../state/share.ts';
import { recordOf, shareRecords, type ShareRecord } from '../../state/shareRecords.ts';

interface ShareAnswerProps {
  fragrance: Fragrance;
  /** The voice that it answers takes answers, as far as is known. */
  takesAnswers: boolean;
}

/** Shares an answer, which is private until then; afterwards its link, and the way back. */
export function ShareAnswer({ fragrance, takesAnswers }: ShareAnswerProps) {
  const { list } = useSnapshot(shareRecords);
  const { waiting } = useSnapshot(outboxView);
  const { user } = useSnapshot(session);
  const { status, message, fragranceId } = useSnapshot(share);
  const [allowsAnswers, setAllowsAnswers] = useState(true);
  const record = recordOf(fragrance, user?.id || null, list as readonly ShareRecord[]);
  const entry = waiting.find(({ id }) => id === record?.entryId);
  const linked = record !== null && (record.made || (entry !== undefined && entry.refused === undefined));
  const here = fragranceId === fragrance.id;
  const creating = here && status === 'creating';
  if (linked) return <SharedAnswer record={record} fragrance={fragrance} />;
  return (
    <section className="stack gap-4 left" aria-label="Share your answer">
      <p className="muted measure">
        Nobody else hears or sees your answer until you share it. Sharing makes its name, its notes and its recording
        public, until you take it back
        {takesAnswers
          ? '; then both pages link to each other.'
          : '. The other voice takes no answers, so it is not linked.'}
      </p>
      <Switch
        label="Others may answer"
        why="Whoever has the link can answer with their voice, and your page lists their answers."
        checked={allowsAnswers}
        onChange={setAllowsAnswers}
        busy={creating}
      />
      <button
        type="button"
        className={buttonClass('primary')}
        aria-busy={creating}
        aria-disabled={creating}
        onClick={() => void shareFragrance(fragrance, { allowsAnswers })}
      >
        <ShareIcon /> {creating ? 'Creating...' : 'Share your answer'}
      </button>
      {here && status === 'error' && <p role="alert">{message}</p>}
      {entry?.refused !== undefined && <p role="alert">{entry.refused.message}</p>}
    </section>
  );
}

function SharedAnswer({ record, fragrance }: { record: ShareRecord; fragrance: Fragrance }) {
  return (
    <section className="stack gap-2 left" aria-label="Your answer is shared">
      <output>
        {record.made
          ? 'Your answer is shared.'
          : 'Your answer is shared once you are back online. It is then sent automatically.'}
      </output>
      <div className="actions">
        <Link href={`/share/${record.shareId}`} className={buttonClass('primary')}>
          Open its page
        </Link>
        <button
          type="button"
          className={buttonClass('outline')}
          onClick={() => void copyLink(fragrance.id, shareUrl(record.shareId))}
        >
          <CopyIcon /> Copy the link
        </button>
        <TakeBack name={fragrance.name} onTakeBack={() => takeBack(record.shareId)} />
      </div>
    </section>
  );
}
