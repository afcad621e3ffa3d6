import { useState } from 'react';
import { hasSentSomething, saveDeviceData, takeBackEverything } from '#features/share/state/deviceData.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Box, Row, Stack, Text } from '#ui/layout/Box.tsx';
import { WithdrawDialog } from '#features/share/components/WithdrawDialog.tsx';
import styles from './About.module.css';

/** For visitors without an account: gives a copy of everything that this device has sent, and withdraws it. */
export function WithdrawAll() {
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
            <Button look="outline" aria-disabled={saving} onClick={() => void save()}>
              {saving ? 'Making a copy...' : 'Download a copy'}
            </Button>
            <Button look="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Take it all back
            </Button>
          </Row>
        )}
      </Stack>
      {asking && (
        <WithdrawDialog
          title="Take everything back?"
          description="Shares, submissions, messages and recordings that this browser has sent without an account are removed, files included. Links that you gave away stop working. Preorders stay. This cannot be undone."
          words={{ take: 'Take it all back', keep: 'Keep it' }}
          onWithdraw={takeBack}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
