import { startTransition, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Scope } from '#core/lifetime/scope.ts';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { Tabs } from '#ui/controls/Tabs.tsx';
import { Stack, Text } from '#ui/layout/Box.tsx';
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
    <Stack as="section" gap={4} top className={`page ${styles.page}`}>
      <Stack gap={3}>
        <ScreenHeading className="title">Store</ScreenHeading>
        <Text size="large" tone="muted" measure>
          Our bottles to order ahead, one for your own fragrance, and what other people made of their sound.
        </Text>
      </Stack>
      {loading ? (
        <Text tone="muted" className={styles.loading} aria-live="polite" data-later>
          Loading store...
        </Text>
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
    </Stack>
  );
}
