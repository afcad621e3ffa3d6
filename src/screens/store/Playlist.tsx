import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { Scope } from '#core/lifetime/scope.ts';
import { extendPlaylist, loadPlaylist, playlist } from '#features/community/state/playlist.ts';
import { demoCards, type PlaylistCard, cardOf } from '#features/community/state/playlistSources.ts';
import { stopPlaylist } from '#features/community/state/playlistPlayer.ts';
import { loadSavedFragrances, savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { session } from '#features/session/state/session.ts';
import { retryWhenOnline } from '#features/outbox/state/whenOnline.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/forms/Field.tsx';
import { Tabs } from '#ui/controls/Tabs.tsx';
import { useWhileShown } from '#ui/screen/useWhileShown.ts';
import { Stack, Text } from '#ui/layout/Box.tsx';
import { Card } from './Card.tsx';
import styles from './Playlist.module.css';
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';

/** Number of fragrances from which the list has a search. */
const MIN_SEARCHABLE = 20;
/** A search starts after this pause in typing, ms. */
const TYPING_MS = 300;

/** The public playlist; members also see their own fragrances. */
export function Playlist() {
  const { user, isResolved } = useSnapshot(session);
  const { items } = useSnapshot(savedFragrances);
  const [tab, setTab] = useState<'community' | 'own'>('community');
  // State here, so that the typed text stays when the tabs appear or disappear.
  const [typed, setTyped] = useState('');
  useWhileShown(() => stopPlaylist);
  const id = user?.id;
  useEffect(() => {
    if (isResolved && id !== undefined) void loadSavedFragrances();
  }, [isResolved, id]);
  const community = <Community typed={typed} onType={setTyped} />;
  // Show tabs only to members with fragrances. Do not switch tabs when the list of own fragrances becomes empty.
  if (user === null || (items.length === 0 && tab === 'community')) return community;
  return (
    <Tabs
      inner
      label="Playlist"
      value={tab}
      onChange={(next) => {
        stopPlaylist();
        setTab(next);
      }}
      tabs={[
        { value: 'community', label: 'Community Fragrances', panel: community },
        { value: 'own', label: 'Your Fragrances', panel: <MyFragrances /> },
      ]}
    />
  );
}

interface CommunityProps {
  typed: string;
  onType: (text: string) => void;
}

function Community({ typed, onType }: CommunityProps) {
  const { items, status, trouble, search, more, extending } = useSnapshot(playlist);
  useEffect(() => {
    const scope = new Scope();
    scope.timeout(() => void loadPlaylist(typed), typed === '' ? 0 : TYPING_MS);
    return () => scope.dispose();
  }, [typed]);
  const away = status === 'offline';
  useEffect(
    () => (away ? retryWhenOnline(() => void loadPlaylist(typed, { quietly: true })) : undefined),
    [away, typed],
  );
  const waiting = status === 'idle' || (status === 'loading' && items.length === 0);
  return (
    <Stack gap={5}>
      {(more || items.length >= MIN_SEARCHABLE || search !== '' || typed !== '') && (
        <search className={styles.search}>
          <TextField
            label="Search by name or note"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            onChange={(event) => onType(event.target.value)}
          />
        </search>
      )}
      {away && <Text tone="muted">{trouble ?? 'Offline: these are the fragrances saved on this device.'}</Text>}
      <p className="visually-hidden" aria-live="polite">
        {waiting
          ? 'Loading fragrances...'
          : `${items.length}${more ? ' or more' : ''} ${items.length === 1 ? 'fragrance' : 'fragrances'}`}
      </p>
      {waiting ? (
        <Text tone="muted" data-later>
          Loading fragrances...
        </Text>
      ) : items.length === 0 ? (
        <EmptyPlaylist search={search} />
      ) : (
        <ul className={styles.grid} aria-busy={status === 'loading'}>
          {(items as readonly PlaylistCard[]).map((item) => (
            <Card key={item.id} fragrance={item} date={item.addedToPlaylistAt ?? item.created} />
          ))}
        </ul>
      )}
      {more && (
        // A busy button keeps the focus: it is not disabled.
        <Stack align="center">
          <Button variant="outline" aria-disabled={extending} onClick={() => !extending && void extendPlaylist()}>
            {extending ? 'Loading...' : 'Load more'}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

function EmptyPlaylist({ search }: { search: string }) {
  if (search !== '') {
    return (
      <div className="empty-state">
        <h2>No fragrances found</h2>
        <Text tone="muted">
          Nothing here has “<bdi>{search}</bdi>” in its name, its creator or its notes.
        </Text>
      </div>
    );
  }
  return (
    <Stack gap={6} className={styles.empty}>
      <div className="empty-state">
        <h2>No community fragrances yet</h2>
        <Text tone="muted">Be the first to share your fragrance creation!</Text>
        <Button as={Link} href="/create" variant="primary">
          Create a Fragrance
        </Button>
      </div>
      <Stack as="section" gap={4} aria-labelledby="demos">
        <Text as="h2" id="demos" size="subtitle">
          Two of ours to start with
        </Text>
        <ul className={`${styles.grid} ${styles.pair}`}>
          {demoCards().map((item) => (
            <Card key={item.id} fragrance={item} date={item.created} />
          ))}
        </ul>
      </Stack>
    </Stack>
  );
}

/** The member's own fragrances, public and private, newest first. */
export function MyFragrances() {
  const { items, status } = useSnapshot(savedFragrances);
  const away = status === 'offline';
  useEffect(() => (away ? retryWhenOnline(() => void loadSavedFragrances()) : undefined), [away]);
  if (items.length > 0) {
    return (
      <ul className={styles.grid}>
        {(items as readonly SavedFragrance[]).map((item) => (
          <Card
            key={item.id}
            fragrance={cardOf(item)}
            date={item.savedAt}
            state={item.hidden ? 'Hidden by Accord.' : item.isPublic ? 'In playlist' : 'Private'}
          />
        ))}
      </ul>
    );
  }
  if (status === 'idle' || status === 'loading')
    return (
      <Text tone="muted" data-later>
        Loading your fragrances...
      </Text>
    );
  return (
    <div className="empty-state">
      <h2>{away ? 'Your fragrances cannot be shown right now' : 'No fragrances yet'}</h2>
      <Text tone="muted">
        {away
          ? 'We cannot reach your profile, and this device has no copy of it. They appear when the connection is back.'
          : 'Create your first fragrance to see it here.'}
      </Text>
      <Button as={Link} href="/create" variant="primary">
        Create a Fragrance
      </Button>
    </div>
  );
}
