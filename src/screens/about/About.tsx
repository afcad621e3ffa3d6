import { useSyncExternalStore, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Scope } from '#core/lifetime/scope.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { StoreLinks } from '#ui/screen/StoreLinks.tsx';
import { Row, Stack, Text, Box } from '#ui/layout/Box.tsx';
import { OctaveFlower } from './OctaveFlower.tsx';
import styles from './About.module.css';
import { hasSentSomething, saveDeviceData, takeBackEverything } from '#features/share/state/deviceData.ts';
import { WithdrawDialog } from '#features/share/components/WithdrawDialog.tsx';

/** Width up to which About.module.css puts the columns below each other. */
const NARROW_QUERY = '(max-width: 56.25em)';

/** Explains the purpose of Accord, its analysis, and the storage of recordings. */
export default function About() {
  return (
    <Stack as="article" className={`page ${styles.page}`}>
      <header className={styles.head}>
        <ScreenHeading className="title">You speak or sing. We listen for the scent in it.</ScreenHeading>
        <Text size="large">
          In music an accord is a chord. In perfumery it is a blend of notes that becomes one. Here it is both: every
          note we hear in your sound has its own perfume note, and together they are your fragrance.
        </Text>
      </header>

      <section className={styles.axis} aria-labelledby="octaves">
        <Text as="h2" id="octaves" size="medium">
          Nine octaves, nine families
        </Text>
        <Text tone="muted">
          Low notes smell warm, high notes smell bright. 108 notes, each with a material of its own. Press an octave to
          hear it.
        </Text>
        <OctaveFlower />
        <Row as="p" wrap gap={3}>
          <Button as={Link} href="/create" variant="primary">
            Create a Fragrance
          </Button>
          <Button as={Link} href="/contact" variant="outline">
            Contact
          </Button>
        </Row>
      </section>

      <div className={styles.columns}>
        <Part title="How we hear your notes">
          <p>
            Your sound is analyzed on your own device. We follow its pitch, find where each note begins and ends, and
            weigh how long and how clearly it sounded: the strongest three to eight are your music essence.
          </p>
          <p>
            Too few notes? We add overtones that really are in your voice. No clear pitch, as in a clap? Then the scent
            comes from the texture of the sound, and we say so. The same sound always gives the same fragrance.
          </p>
        </Part>
        <Part title="What happens to a recording">
          <Stack as="ul" gap={2} className={styles.promises}>
            <li>Nothing is recorded before you press Record.</li>
            <li>It is stored under a name that nobody can guess or list.</li>
            <li>One that belongs to no share, no submission and no saved fragrance is deleted after 30 days.</li>
            <li>Only what you share or put into the playlist is public, and you can take it back.</li>
            <li>Members download or delete everything in their profile. Only preorders stay: they are orders.</li>
          </Stack>
        </Part>
        <Part title="What is true, and what is play">
          <p>
            Which scent belongs to which note is our choice, made with care: there is no law of nature behind it. The
            bottles are preorders; nothing is charged when you send one.
          </p>
          <p>No third party's script runs on these pages unless a shop is connected to the store.</p>
        </Part>
      </div>

      <WithdrawAll />

      <StoreLinks />
    </Stack>
  );
}

const isNarrow = (): boolean => window.matchMedia(NARROW_QUERY).matches;

/** Calls when the columns come or go: the screen was turned, or its text has another size. */
function onResize(changed: () => void): () => void {
  const scope = new Scope();
  scope.listen(window.matchMedia(NARROW_QUERY), 'change', changed);
  return () => scope.dispose();
}

interface PartProps {
  title: string;
  children: ReactNode;
}

/** A part of the page: a column of a desktop, a line that opens on a phone. */
function Part({ title, children }: PartProps) {
  const folded = useSyncExternalStore(onResize, isNarrow);
  if (!folded)
    return (
      <Stack as="section" gap={3} top>
        <h2 className="subtitle firm">{title}</h2>
        {children}
      </Stack>
    );
  return (
    <details className={styles.part}>
      <summary className={styles.line}>
        <h2 className="subtitle firm">{title}</h2>
      </summary>
      <Stack gap={3}>{children}</Stack>
    </details>
  );
}

/** For visitors without an account: gives a copy of everything that this device has sent, and withdraws it. */
function WithdrawAll() {
  const [something, setSomething] = useState(hasSentSomething);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (saving) return;
    setSaving(true);
    try {
      await saveDeviceData(new Date());
    } finally {
      setSaving(false);
    }
  };
  const takeBack = async () => {
    setDone(await takeBackEverything());
    setSomething(hasSentSomething());
  };
  return (
    <Box as="section" surface="sunken" radius="lg" className={styles.device} aria-labelledby="this-device">
      <Stack gap={3}>
        <Text as="h2" id="this-device" size="subtitle">
          Take back what this device has sent
        </Text>
        <Text tone="muted">
          Without an account, what you share, submit, record or write belongs to this browser. Download a copy, or
          delete everything sent from this device, files included. Preorders stay, and nothing links them to it any
          more.
        </Text>
      </Stack>
      <Stack gap={3}>
        <output>
          {done
            ? 'Done. Your shares, submissions, messages and recordings were taken back.'
            : !something
              ? 'This browser has sent nothing without an account.'
              : ''}
        </output>
        {something && (
          <Row wrap gap={3}>
            <Button variant="outline" aria-disabled={saving} onClick={() => void save()}>
              {saving ? 'Making a copy...' : 'Download a copy'}
            </Button>
            <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Take it all back
            </Button>
          </Row>
        )}
      </Stack>
      {asking && (
        <WithdrawDialog
          title="Take everything back?"
          description="Shares, submissions, messages and recordings that this browser has sent without an account are removed, files included. Links that you gave away stop working. Preorders stay. This cannot be undone."
          words={{ withdraw: 'Take it all back', keep: 'Keep it' }}
          onWithdraw={takeBack}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
