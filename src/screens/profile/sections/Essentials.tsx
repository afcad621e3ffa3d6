import { Link } from 'wouter';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Facts, isBare } from './Facts.tsx';
import { Row, Stack } from '../../../ui/layout/Box.tsx';
import styles from '../Panel.module.css';
import { YourData } from './YourData.tsx';

/** A member's details, and the export and deletion of their data. */
export function Essentials({ member, onEdit }: { member: MemberProfile; onEdit: () => void }) {
  return (
    <div className={styles.sections}>
      <Stack as="section" gap={4} top className={styles.section}>
        <h2 className="subtitle">Personal Info</h2>
        <Facts member={member} />
        <Row wrap gap={3} align="middle">
          {isBare(member) && (
            <Button look="outline" onClick={onEdit}>
              Add your favorites
            </Button>
          )}
          <Button as={Link} href="/change-password" look="flush">
            Change password
          </Button>
        </Row>
      </Stack>
      <YourData member={member} />
    </div>
  );
}
