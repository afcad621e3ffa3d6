import * as Accordion from '@radix-ui/react-accordion';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { leaveAccount } from '#features/members/state/auth/auth.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stack } from '#ui/layout/Box.tsx';
import { Facts } from './sections/Facts.tsx';
import { Fragrances } from './sections/Fragrances.tsx';
import { SoundProfile } from './sections/SoundProfile.tsx';
import { HeaderCard } from './HeaderCard.tsx';
import { useRequiredMember } from './useRequiredMember.ts';
import styles from './ProfileSimple.module.css';

/** The profile on one page, all sections in a column. */
export default function ProfileSimple() {
  const member = useRequiredMember();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  if (member === null) return <p className="loading">Loading profile...</p>;
  const leave = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const out = await leaveAccount();
      if (out) navigate('/');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={5} justify="left" top className={styles.page}>
      <HeaderCard member={member} />
      <Accordion.Root type="multiple" defaultValue={['info']} className="ruled wide">
        <Section value="info" title="Personal Info">
          <Facts member={member} />
        </Section>
        <Section value="sound" title="Sound Profile">
          <SoundProfile member={member} />
        </Section>
        <Section value="fragrances" title="Fragrances">
          <Fragrances />
        </Section>
      </Accordion.Root>
      <Button variant="outline" className={styles.leave} aria-disabled={busy} onClick={() => void leave()}>
        Logout
      </Button>
    </Stack>
  );
}

function Section({ value, title, children }: { value: string; title: string; children: ReactNode }) {
  return (
    <Accordion.Item value={value}>
      <Accordion.Header asChild>
        <h2>
          <Accordion.Trigger className={styles.trigger}>{title}</Accordion.Trigger>
        </h2>
      </Accordion.Header>
      <Accordion.Content className={styles.content}>{children}</Accordion.Content>
    </Accordion.Item>
  );
}
