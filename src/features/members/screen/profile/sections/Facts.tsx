import type { MemberProfile } from '../../../domain/member.ts';
import styles from '../Panel.module.css';

const PREFERENCE_WORDS = { ear: 'Ear', nose: 'Nose', both: 'Ear and nose' } as const;

function listed(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.join(', ');
}

/** A member's details as a description list. */
export function Facts({ member }: { member: MemberProfile }) {
  const facts: [string, string | null][] = [
    ['Email', member.email],
    ['Location', member.location],
    ['Preference', member.preference === null ? null : PREFERENCE_WORDS[member.preference]],
    ['Favorite notes', listed(member.favoriteNotes)],
    ['Favorite scents', listed(member.favoriteScents)],
    ['Scent mood', member.scentMood],
    ['Instagram', member.showInstagram ? member.instagramHandle : null],
    ['TikTok', member.showTiktok ? member.tiktokHandle : null],
  ];
  const social = new Set(['Instagram', 'TikTok']);
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([term, words]) => words !== null || !social.has(term))
        .map(([term, words]) => (
          <div key={term}>
            <dt className="muted tiny">{term}</dt>
            <dd className="anywhere">{words ?? 'Not told yet'}</dd>
          </div>
        ))}
    </dl>
  );
}
