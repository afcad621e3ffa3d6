import { Link } from 'wouter';
import { playlistPath } from '../../../../community/domain/index.ts';
import { buttonClass } from '../../../../../ui/controls/button.ts';
import { blockableOf, blockedOf, canHide, canRestore, subjectOf } from '../../../domain/moderation.ts';
import type { DeskItem } from '../../../domain/rows.ts';
import { restore, unblock } from '../../../state/acts.ts';
import { ask } from '../../../state/question.ts';
import controls from '../controls.module.css';

/** What an owner can do about an item that is public, or about its maker. */
export function Moderation({ item, title }: { item: DeskItem; title: string }) {
  const subject = subjectOf(item);
  const page = pageOf(item);
  const [blockable, blocked] = [blockableOf(item), blockedOf(item)];
  const hidden = 'hiddenCause' in item && item.hiddenCause !== null;
  const button = (words: string, name: string, act: () => void) => (
    <button type="button" className={buttonClass('outline', controls.small)} aria-label={name} onClick={act}>
      {words}
    </button>
  );
  return (
    <>
      {page !== null && (
        <Link href={page} className={buttonClass('quiet', controls.plain)} aria-label={`Page of ${title}`}>
          Open its page
        </Link>
      )}
      {subject !== null &&
        canHide(item) &&
        button('Hide...', `Hide ${title}`, () => ask({ act: 'hide', things: [subject], title }))}
      {subject !== null &&
        canRestore(item) &&
        button(
          hidden ? 'Restore' : 'Let it stand',
          `${hidden ? 'Restore' : 'Let stand'} ${title}`,
          () => void restore([subject]),
        )}
      {blockable !== null &&
        button(
          item.kind === 'member' ? 'Block...' : 'Block its maker...',
          item.kind === 'member' ? `Block ${title}` : `Block the maker of ${title}`,
          () => ask({ act: 'block', members: [blockable], title }),
        )}
      {blocked !== null && button('End the block', `End the block of ${title}`, () => void unblock([blocked]))}
    </>
  );
}

/** The public page of an item; null where there is none. */
function pageOf(item: DeskItem): string | null {
  if (item.kind === 'fragrance') return item.isPublic ? playlistPath(item.name ?? '', item.id) : null;
  if (item.kind !== 'report' || !item.shown) return null;
  if (item.subject === 'share') return `/share/${encodeURIComponent(item.subjectId)}`;
  if (item.subject === 'room') return `/room/${encodeURIComponent(item.subjectId)}`;
  return item.subject === 'fragrance' ? playlistPath(item.name ?? '', item.subjectId) : null;
}
