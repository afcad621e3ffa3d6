import { useState } from 'react';
import { hasSentSomething, saveDeviceData, takeBackEverything } from '../../features/share/state/deviceData.ts';
import { buttonClass } from '../../ui/controls/button.ts';
import { TakeBackDialog } from '../../features/share/components/TakeBackDialog.tsx';
import styles from './About.module.css';

/** For visitors without an account: gives a copy of everything that this device has sent, and withdraws it. */
export function TakeBackAll() {
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
    <section className={styles.device} aria-labelledby="this-device">
      <div className="stack gap-3">
        <h2 id="this-device" className="subtitle">
          Take back what this device has sent
        </h2>
        <p className="muted">
          Without an account, what you share, submit, record or write belongs to this browser. Download a copy, or
          delete everything sent from this device, files included. Preorders stay, and nothing links them to it any
          more.
        </p>
      </div>
      <div className="stack gap-3">
        <output>
          {done
            ? 'Done. Your shares, submissions, messages and recordings were taken back.'
            : !something
              ? 'This browser has sent nothing without an account.'
              : ''}
        </output>
        {something && (
          <div className="actions">
            <button type="button" className={buttonClass('outline')} aria-disabled={saving} onClick={() => void save()}>
              {saving ? 'Making a copy...' : 'Download a copy'}
            </button>
            <button
              type="button"
              className={buttonClass('outline')}
              aria-haspopup="dialog"
              onClick={() => setAsking(true)}
            >
              Take it all back
            </button>
          </div>
        )}
      </div>
      {asking && (
        <TakeBackDialog
          title="Take everything back?"
          description="Shares, submissions, messages and recordings that this browser has sent without an account are removed, files included. Links that you gave away stop working. Preorders stay. This cannot be undone."
          words={{ take: 'Take it all back', keep: 'Keep it' }}
          onTakeBack={takeBack}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
