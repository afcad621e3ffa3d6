import { startTransition, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Scope } from '../../core/lifetime/scope.ts';
import { ScreenHeading } from '../../ui/screen/ScreenHeading.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Playlist } from './Playlist.tsx';
import { PreorderTab } from './PreorderTab.tsx';
import styles from './Store.module.css';

/** Duration of 'Loading store...', ms. */
const LOADING_MS = 1000;

/** Bottles to preorder, and the public playlist. The tab is part of the URL. */
export default function Store() {
  const [loading, setLoading] = useState(true);
  const [, navigate] = useLocation();
  const tab = new URLSearchParams(useSearch()).get('tab') === 'playlist' ? 'playlist' : 'preorder';
  useEffect(() => {
    const scope = new Scope();
    scope.timeout(() => startTransition(() => setLoading(false)), LOADING_MS);
    return () => scope.dispose();
  }, []);
  return (
    <section className={styles.page}>
      <div className="stack gap-3">
        <ScreenHeading className="title">Store</ScreenHeading>
        <p className="muted large measure">
          Our bottles to order ahead, one for your own fragrance, and what other people made of their sound.
        </p>
      </div>
      {loading ? (
        <p className={styles.loading} aria-live="polite" data-later>
          Loading store...
        </p>
      ) : (
        <Tabs
          label="Store"
          value={tab}
          onChange={(next) => navigate(next === 'preorder' ? '/store' : '/store?tab=playlist', { replace: true })}
          tabs={[
            { value: 'preorder', label: 'Preorder', panel: <PreorderTab /> },
            { value: 'playlist', label: 'Playlist', panel: <Playlist /> },
          ]}
        />
      )}
    </section>
  );
}
