import { useLayoutEffect, useState } from 'react';
import { useLocation, useSearch, Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { session } from '#features/session/state/session.ts';
import { savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { StoreLinks } from '#ui/screen/StoreLinks.tsx';
import { Tabs } from '#ui/controls/Tabs.tsx';
import { Box, Stack, Row } from '#ui/layout/Box.tsx';
import { EditProfile } from './EditProfile.tsx';
import { Fragrances } from './sections/Fragrances.tsx';
import { HeaderCard } from './HeaderCard.tsx';
import { SharedLinks } from './sections/SharedLinks.tsx';
import { SoundProfile } from './sections/SoundProfile.tsx';
import { useRequiredMember } from './useRequiredMember.ts';
import styles from './Profile.module.css';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Facts, hasNoTaste } from './sections/Facts.tsx';
import panelStyles from './Panel.module.css';
import { YourData } from './sections/YourData.tsx';

const TAB_NAMES = ['essentials', 'soundcode', 'fragrances'] as const;
type Tab = (typeof TAB_NAMES)[number];

const isTab = (value: string | null): value is Tab => (TAB_NAMES as readonly (string | null)[]).includes(value);

/** A member's own page: details, sound and fragrances. */
export default function Profile() {
  const member = useRequiredMember();
  const search = useSearch();
  const [, navigate] = useLocation();
  const { error } = useSnapshot(session);
  const [editing, setEditing] = useState(false);
  const requestedTab = new URLSearchParams(search).get('tab');
  const tab: Tab = isTab(requestedTab) ? requestedTab : 'essentials';
  // In the commit: a passive effect may come when the screen was left.
  useLayoutEffect(() => {
    // useRequiredMember redirects a visitor to the home screen: do not rewrite the URL then.
    if (member !== null && requestedTab !== tab) navigate(`/profile?tab=${tab}`, { replace: true });
  }, [member, requestedTab, tab, navigate]);

  if (member === null) return <p className="loading">Loading profile...</p>;
  return (
    <Stack gap={6} top className="page">
      {error !== null && (
        <Box as="p" size="small" radius="md" surface="alert-wash" className={styles.trouble} role="alert">
          {`${error}. What you see is this device's copy.`}
        </Box>
      )}
      <HeaderCard member={member} small={tab !== 'essentials'} onEdit={() => setEditing(true)} />
      <Tabs<Tab>
        label="Profile"
        value={tab}
        onChange={(next) => navigate(`/profile?tab=${next}`, { replace: true })}
        tabs={[
          {
            value: 'essentials',
            label: 'Essentials',
            panel: <Essentials member={member} onEdit={() => setEditing(true)} />,
          },
          { value: 'soundcode', label: 'Sound Profile', panel: <SoundProfile member={member} /> },
          { value: 'fragrances', label: 'Fragrances', panel: <FragrancesAndLinks /> },
        ]}
      />
      <StoreLinks />
      {editing && <EditProfile member={member} onClose={() => void afterNextPaint(() => setEditing(false))} />}
    </Stack>
  );
}

/** Load the links after the fragrances, so that nothing moves down. */
function FragrancesAndLinks() {
  const { items, status } = useSnapshot(savedFragrances);
  const waiting = items.length === 0 && (status === 'idle' || status === 'loading');
  return (
    <Stack gap={7}>
      <Fragrances />
      {!waiting && <SharedLinks />}
    </Stack>
  );
}

/** A member's details, and the export and deletion of their data. */
function Essentials({ member, onEdit }: { member: MemberProfile; onEdit: () => void }) {
  return (
    <div className={panelStyles.sections}>
      <Stack as="section" gap={4} top className={panelStyles.section}>
        <h2 className="subtitle">Personal Info</h2>
        <Facts member={member} />
        <Row wrap gap={3} align="middle">
          {hasNoTaste(member) && (
            <Button variant="outline" onClick={onEdit}>
              Add your favorites
            </Button>
          )}
          <Button as={Link} href="/change-password" variant="flush">
            Change password
          </Button>
        </Row>
      </Stack>
      <YourData member={member} />
    </div>
  );
}
