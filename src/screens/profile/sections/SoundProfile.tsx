import type { MemberProfile } from '#features/session/domain/member.ts';
import { focusLabel } from '#features/members/domain/memberCard.ts';
import { SoundKey } from './SoundKey.tsx';
import { Stack } from '#ui/layout/Box.tsx';
import styles from '../Panel.module.css';

/** A member's Sound Key and musical taste. */
export function SoundProfile({ member }: { member: MemberProfile }) {
  return (
    <div className={styles.sections}>
      <Stack as="section" gap={4} top className={styles.section}>
        <h2 className="subtitle">Sound Key</h2>
        <SoundKey musicalIdentity={member.musicalIdentity} />
      </Stack>
      {member.favoriteSound !== null && (
        <Stack as="section" gap={4} top className={styles.section}>
          <h2 className="subtitle">{focusLabel(member.preference)}</h2>
          <dl className={styles.facts}>
            <div>
              <dt className="muted tiny">Favorite sound</dt>
              <dd className="anywhere">{member.favoriteSound}</dd>
            </div>
          </dl>
        </Stack>
      )}
    </div>
  );
}
