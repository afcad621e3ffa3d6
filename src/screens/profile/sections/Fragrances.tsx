import { useEffect, useState, useRef } from 'react';
import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { localStore } from '#core/storage/localStore.ts';
import { isOnlyOnDevice, type SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { playlistPath } from '#features/community/domain/playlist.ts';
import { setVisibility, deleteFragrance } from '#features/fragrance/state/changeSaved.ts';
import { loadSavedFragrances, savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { retryWhenOnline } from '#features/outbox/state/whenOnline.ts';
import { Chip } from '#ui/controls/Chip.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { FragranceFlower } from '#features/fragrance/components/FragranceFlower.tsx';
import { GridIcon, ListIcon, BinIcon } from '#ui/icons/laterIcons.tsx';
import { Switch } from '#ui/controls/Switch.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './Fragrances.module.css';
import { isolateBidi } from '#core/values/bidi.ts';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';

const isInPlaylist = ({ isPublic, hidden }: SavedFragrance) => isPublic && hidden !== true;

const FILTER_OPTIONS = [
  { value: 'all', label: 'All', shows: () => true },
  { value: 'playlist', label: 'In Playlist', shows: (item: SavedFragrance) => isInPlaylist(item) },
  { value: 'private', label: 'Private', shows: (item: SavedFragrance) => !isInPlaylist(item) },
] as const;

const VIEWS = [
  { value: 'grid', label: 'Grid', icon: <GridIcon /> },
  { value: 'list', label: 'List', icon: <ListIcon /> },
] as const;
type View = (typeof VIEWS)[number]['value'];
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
            <Chip
              key={option.value}
              variant="plain"
              tone="muted"
              weight="strong"
              wakes
              pressed={filter === option}
              onClick={() => setFilter(option)}
            >
              {option.label}
            </Chip>
          ))}
        </Row>
        <Row as="fieldset" wrap gap={1} bare aria-label="View">
          {VIEWS.map(({ value, label, icon }) => (
            <Chip
              key={value}
              variant="plain"
              shape="circle"
              tone="muted"
              wakes
              aria-label={label}
              pressed={view === value}
              onClick={() => choose(value)}
            >
              {icon}
            </Chip>
          ))}
        </Row>
      </Row>
      <Text id="publishing" size="small" tone="muted">
        In the playlist, everyone can see and hear it, with your name.
      </Text>
      {away && (
        <Text size="small" tone="muted">
          We cannot reach your profile right now. These are kept on this device.
        </Text>
      )}
      {shown.length === 0 ? (
        <div className="empty-state">
          <h2>No fragrances found</h2>
          <Text tone="muted">{`None of yours is ${filter.value === 'playlist' ? 'in the playlist yet' : 'private'}.`}</Text>
        </div>
      ) : (
        <Stack as="ul" gap={view === 'grid' ? 5 : 3} className={styles[view]}>
          {shown.map((item) => (
            <Card key={item.name} item={item} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function Card({ item }: { item: SavedFragrance }) {
  const { changing } = useSnapshot(savedFragrances);
  const hidden = item.hidden === true;
  const local = isOnlyOnDevice(item);
  return (
    <Row as="li" column narrows edge="framed" surface="surface" radius="md" overflow="clipped" className={styles.card}>
      <Stack as={Link} href={playlistPath(item.name, item.id)} top grows className={styles.cover}>
        <FragranceFlower fragrance={item} className="drawing" background />
        <Stack as="span" gap={2} top narrows className={styles.words}>
          <Text as="strong" size="large" weight="regular" font="serif" anywhere leading="tight" tracking="close">
            <bdi>{item.name}</bdi>
          </Text>
          <Row as="span" wrap size="tiny" weight="strong" className={styles.essence} translate="no">
            {item.musicEssence.map((note, i) => (
              <Text as="span" key={`${i}-${note}`} tone="note-ink" style={noteStyle(note)}>
                {note}
              </Text>
            ))}
          </Row>
        </Stack>
      </Stack>
      <Row gap={2} align="middle" tappable className={styles.foot}>
        {local ? (
          <Text as="span" size="small" tone="muted">
            On this device only
          </Text>
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
            <Text as="span" size="tiny" tone="muted" className={styles.state} aria-hidden={!hidden}>
              {hidden
                ? 'Hidden by Accord.'
                : changing === item.name
                  ? 'Saving...'
                  : item.isPublic
                    ? 'In playlist'
                    : 'Private'}
            </Text>
          </>
        )}
        <DeleteFragrance name={item.name} />
      </Row>
    </Row>
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
        <Button as={Link} href="/create" variant="primary">
          Create a Fragrance
        </Button>
        <Button variant="outline" className={styles.soon} disabled>
          Coming soon
        </Button>
      </Row>
    </div>
  );
}

/** Deletes a saved fragrance after a confirmation. */
function DeleteFragrance({ name }: { name: string }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const remove = async () => {
    if (busy) return;
    setBusy(true);
    try {
      // The card disappears with its button: focus the next card's, else the tab's message.
      const card = opener.current?.closest('li');
      const panel = card?.closest<HTMLElement>('[role="tabpanel"]');
      const beside = (card?.nextElementSibling ?? card?.previousElementSibling)?.querySelector('a');
      const gone = await deleteFragrance(name);
      if (!gone) setAsking(false);
      else
        afterNextPaint(() => {
          if (beside?.isConnected) beside.focus();
          else panel?.focus();
        });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <IconButton
        ref={opener}
        tone="muted"
        className={styles.bin}
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        <BinIcon size={20} />
      </IconButton>
      {asking && (
        <Dialog
          open
          onOpenChange={setAsking}
          title={`Delete ${isolateBidi(name)}?`}
          description="It leaves your profile and the playlist. This cannot be undone."
        >
          <Row wrap gap={3} align="middle">
            <Button variant="primary" aria-disabled={busy} onClick={() => void remove()}>
              {busy ? 'Deleting...' : 'Delete'}
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </Row>
        </Dialog>
      )}
    </>
  );
}
