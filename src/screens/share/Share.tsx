import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link, useLocation, useParams } from 'wouter';
import { shareIdIn } from '#features/share/domain/shareId.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import {
  loadShared,
  NOT_LOADED,
  shared,
  wordsOfPage,
  wordsOfShare,
  type SharedFragrance,
} from '#features/share/state/sharedFragrance.ts';
import { Button } from '#ui/controls/Button.tsx';
import { FadeIn } from '#ui/screen/FadeIn.tsx';
import { useConnectionBack } from '#ui/loading/useConnectionBack.ts';
import { UnavailableScreen } from '#ui/screen/UnavailableScreen.tsx';
import { expectScreenFocus } from '#ui/screen/screenFocus.ts';
import { PAGE_TITLE, removeSocialTags } from './metadata.ts';
import { SharePage } from './SharePage.tsx';

/** The public page of a shared fragrance. */
export default function Share() {
  const { shareId: piece = '' } = useParams<{ shareId: string }>();
  const shareId = shareIdIn(piece) ?? piece;
  const [, navigate] = useLocation();
  const { status, error, fragrance } = useSnapshot(shared);
  const [words] = useState(() => wordsOfPage(shareId));
  useEffect(() => removeSocialTags, []);
  useEffect(() => {
    if (piece !== shareId) navigate(`/share/${shareId}`, { replace: true });
  }, [piece, shareId, navigate]);
  useEffect(() => {
    document.title = PAGE_TITLE;
    void loadShared(shareId);
    return stopPlaying;
  }, [shareId]);
  if (status === 'error') return <Failure heading={error ?? 'Profile Not Found'} shareId={shareId} />;
  const known = words?.shareId === shareId ? words : null;
  const loaded = status === 'loading' ? null : (fragrance as SharedFragrance | null);
  if (loaded === null && known === null) return <p className="loading">Loading fragrance profile...</p>;
  return (
    <FadeIn key={loaded?.shareId ?? shareId} immediately={known !== null}>
      <SharePage words={loaded === null ? known! : wordsOfShare(loaded)} fragrance={loaded} />
    </FadeIn>
  );
}

function Failure({ heading, shareId }: { heading: string; shareId: string }) {
  return (
    <UnavailableScreen
      heading={heading}
      words={`This fragrance profile may have been removed or the link may be invalid.${
        heading === NOT_LOADED ? ' If you are offline, it loads once you are online again.' : ''
      }`}
    >
      {heading === NOT_LOADED && <Again shareId={shareId} />}
      <Button as={Link} href="/" variant={heading === NOT_LOADED ? 'outline' : 'primary'}>
        Create Your Own Profile
      </Button>
    </UnavailableScreen>
  );
}

/** A retry: a share that could not be loaded may still exist. */
function Again({ shareId }: { shareId: string }) {
  const again = useCallback(() => void loadShared(shareId), [shareId]);
  useConnectionBack(again);
  return (
    <Button
      variant="primary"
      onClick={() => {
        expectScreenFocus();
        again();
      }}
    >
      Try again
    </Button>
  );
}
