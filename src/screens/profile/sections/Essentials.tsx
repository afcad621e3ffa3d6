import { Link } from 'wouter';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { buttonClass } from '#ui/controls/button.ts';
import { Facts, isBare } from './Facts.tsx';
import styles from '../Panel.module.css';
import { YourData } from './YourData.tsx';

/** A member's details, and the export and deletion of their data. */
export function Essentials({ member, onEdit }: { member: MemberProfile; onEdit: () => void }) {
  return (
    <div className={styles.sections}>
      <section className={styles.section}>
        <h2 className="subtitle">Personal Info</h2>
        <Facts member={member} />
        <div className="actions middle">
          {isBare(member) && (
            <button type="button" className={buttonClass('outline')} onClick={onEdit}>
              Add your favorites
            </button>
          )}
          <Link href="/change-password" className={buttonClass('flush')}>
            Change password
          </Link>
        </div>
      </section>
      <YourData member={member} />
    </div>
  );
}
