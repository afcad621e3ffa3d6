import type { MemberProfile } from '#features/session/domain/member.ts';
import styles from '../Panel.module.css';

const PREFERENCE_WORDS = { ear: 'Ear', nose: 'Nose', both: 'Ear and nose' } as const;

function formatWords(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.join(', ');
}

/** The details that a member has entered, by their terms. */
function detailRows(member: MemberProfile): [term: string, words: string][] {
  const facts: [string, string | null][] = [
    ['Email', member.email],
    ['Location', member.location],
    ['Preference', member.preference === null ? null : PREFERENCE_WORDS[member.preference]],
    ['Favorite notes', formatWords(member.favoriteNotes)],
    ['Favorite scents', formatWords(member.favoriteScents)],
    ['Scent mood', member.scentMood],
    ['Instagram', member.showInstagram ? member.instagramHandle : null],
    ['TikTok', member.showTiktok ? member.tiktokHandle : null],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** True when a member has entered nothing about their taste. */
export const hasNoTaste = ({ favoriteNotes, favoriteScents, scentMood }: MemberProfile): boolean =>
  favoriteNotes.length === 0 && favoriteScents.length === 0 && scentMood === null;

/** A member's details as a description list; leaves out empty ones. */
export function Facts({ member }: { member: MemberProfile }) {
  return (
    <dl className={styles.facts}>
      {detailRows(member).map(([term, words]) => (
        <div key={term}>
          <dt className="muted tiny">{term}</dt>
          <dd className="anywhere">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
