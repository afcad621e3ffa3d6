import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { localStore } from '#core/storage/localStore.ts';
import { isOnDevice, type SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { playlistPath } from '#features/community/domain/playlist.ts';
import { setVisibility } from '#features/fragrance/state/changeSaved.ts';
import { loadSavedFragrances, savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { retryWhenOnline } from '#features/outbox/state/whenOnline.ts';
import { Button } from '#ui/controls/Button.tsx';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { FragranceFlower } from '#features/fragrance/components/FragranceFlower.tsx';
import { GridIcon, ListIcon } from '#ui/icons/laterIcons.tsx';
import { Switch } from '#ui/controls/Switch.tsx';
import { DeleteFragrance } from './DeleteFragrance.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './Fragrances.module.css';

const isInPlaylist = ({ isPublic, hidden }: SavedFragrance) => isPublic && hidden !== true;

const FILTER_OPTIONS = [
  { value: 'all', label: 'All', shows: () => true },
  { value: 'playlist', label: 'In Playlist', shows: (item: SavedFragrance) => isInPlaylist(item) },
  { value: 'private', label: 'Private', shows: (item: SavedFragrance) => !isInPlaylist(item) },
] as const;

type View = 'grid' | 'list';
/** Local key of the chosen view. */
const VIEW_KEY = 'accord:fragrances-view';

/** A member's saved fragrances, each with a switch for the public playlist. */
export function Fragrances() {
  const { items, status } = useSnapshot(savedFragrances);
  const [filter, setFilter] = useState<(typeof FILTER_OPTIONS)[number]>(FILTER_OPTIONS[0]);
  const [view, setView] = useState<View>(() => (localStore.read(VIEW_KEY) === 'list' ? 'list' : 'grid'));
  const choose = (next: View): void => {
    setView(next);
    localStore.keep(VIEW_KEY, next);
  };
  const away = status === 'offline';
  useEffect(() => (away ? retryWhenOnline(() => void loadSavedFragrances()) : undefined), [away]);
  if (items.length === 0)
    return status === 'idle' || status === 'loading' ? (
      <Text tone="muted" data-later>
        Loading your fragrances...
      </Text>
    ) : (
      <EmptyFragrances offline={away} />
    );
  const shown = (items as readonly SavedFragrance[]).filter(filter.shows);
  return (
    <Stack gap={5}>
      <Row wrap gap={3} align="middle" justify="between">
        <Row as="fieldset" wrap gap={1} bare aria-label="Show">
          {FILTER_OPTIONS.map((option) => (
            <button
              key={option.value}
              type="button"
              className="option strong small target muted round wakes"
              aria-pressed={filter === option}
              onClick={() => setFilter(option)}
            >
              {option.label}
            </button>
          ))}
        </Row>
        <Row as="fieldset" wrap gap={1} bare aria-label="View">
          <button
            type="button"
            className="option stack square muted wakes center round"
            aria-label="Grid"
            aria-pressed={view === 'grid'}
            onClick={() => choose('grid')}
          >
            <GridIcon />
          </button>
          <button
            type="button"
            className="option stack square muted wakes center round"
            aria-label="List"
            aria-pressed={view === 'list'}
            onClick={() => choose('list')}
          >
            <ListIcon />
          </button>
        </Row>
      </Row>
      <Text id="publishing" size="small" tone="muted">
        In the playlist, everyone can see and hear it, with your name.
      </Text>
      {away && <p className="muted small">We cannot reach your profile right now. These are kept on this device.</p>}
      {shown.length === 0 ? (
        <div className="empty-state">
          <h2>No fragrances found</h2>
          <Text tone="muted">{`None of yours is ${filter.value === 'playlist' ? 'in the playlist yet' : 'private'}.`}</Text>
        </div>
      ) : (
        <ul className={styles[view]}>
          {shown.map((item) => (
            <Card key={item.name} item={item} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Card({ item }: { item: SavedFragrance }) {
  const { changing } = useSnapshot(savedFragrances);
  const hidden = item.hidden === true;
  const local = isOnDevice(item);
  return (
    <li className={styles.card}>
      <Link href={playlistPath(item.name, item.id)} className={styles.cover ?? ''}>
        <FragranceFlower fragrance={item} className="drawing" background />
        <span className={styles.words}>
          <Text as="strong" size="large" weight="regular" font="serif" anywhere leading="tight" tracking="close">
            <bdi>{item.name}</bdi>
          </Text>
          <span className={styles.essence} translate="no">
            {item.musicEssence.map((note, i) => (
              <Text as="span" key={`${i}-${note}`} tone="note-ink" style={noteStyle(note)}>
                {note}
              </Text>
            ))}
          </span>
        </span>
      </Link>
      <div className={styles.foot}>
        {local ? (
          <span className="muted small">On this device only</span>
        ) : (
          <>
            <Switch
              compact
              describedBy="publishing"
              checked={isInPlaylist(item)}
              busy={changing !== null}
              disabled={hidden}
              label={`Show ${item.name} in the public playlist`}
              onChange={(on) => void setVisibility(item.name, on)}
            />
            <span className={styles.state} aria-hidden={!hidden}>
              {hidden
                ? 'Hidden by Accord.'
                : changing === item.name
                  ? 'Saving...'
                  : item.isPublic
                    ? 'In playlist'
                    : 'Private'}
            </span>
          </>
        )}
        <DeleteFragrance name={item.name} />
      </div>
    </li>
  );
}

function EmptyFragrances({ offline }: { offline: boolean }) {
  return (
    <div className="empty-state">
      <h2>{offline ? 'Your fragrances cannot be shown right now' : 'No fragrances yet'}</h2>
      <Text tone="muted">
        {offline
          ? 'We cannot reach your profile, and this device has no copy of it. They appear when the connection is back.'
          : 'Speak, sing or hum something, and save the result.'}
      </Text>
      <Row wrap gap={3} align="middle">
        <Button as={Link} href="/create" look="primary">
          Create a Fragrance
        </Button>
        <Button look="outline" className={styles.soon} disabled>
          Coming soon
        </Button>
      </Row>
    </div>
  );
}
