import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link, useParams } from 'wouter';
import { playableUrl } from '../../../../core/backend/config.ts';
import type { Fragrance } from '../../../fragrance/domain/index.ts';
import { fragrance as currentFragrance, loadCurrentFragrance } from '../../../fragrance/state/index.ts';
import { soundOf, stopPlaying } from '../../../instruments/state/playback/index.ts';
import { answerOf } from '../../../listen/state/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { FadeIn } from '../../../../ui/screen/FadeIn.tsx';
import { NotThere } from '../../../../ui/screen/NotThere.tsx';
import { ScreenHeading } from '../../../../ui/screen/ScreenHeading.tsx';
import { useConnectionBack } from '../../../../ui/loading/useConnectionBack.ts';
import { line, loadLine, type ShareLine } from '../../state/line.ts';
import { SoundPlayer } from '../SoundPlayer.tsx';
import { togetherVoice } from './Answers.tsx';
import { ShareAnswer } from './ShareAnswer.tsx';
import { Together } from './Together.tsx';
import styles from './answers.module.css';

/** What came of an answer: the voices together, before their maker shares it. Nothing of it is sent until then. */
export default function Answer() {
  const { shareId = '' } = useParams<{ shareId: string }>();
  // After a reload it is read from this device.
  useState(loadCurrentFragrance);
  const { current } = useSnapshot(currentFragrance);
  const { status, known, shareId: of } = useSnapshot(line);
  const load = useCallback(() => void loadLine(shareId), [shareId]);
  useEffect(() => {
    load();
    return stopPlaying;
  }, [load]);
  useConnectionBack(() => {
    if (line.status === 'away') load();
  });
  const own = current as Fragrance | null;
  const answers = answerOf(own?.recordingId);
  if (own === null || answers?.shareId !== shareId) return <NoAnswer shareId={shareId} />;
  if (of !== shareId || status === 'loading') return <p className="loading">Loading the other voice...</p>;
  return (
    <FadeIn>
      <article className={styles.page}>
        <header className="stack gap-2 left">
          <ScreenHeading className="title">
            Your answer to <bdi>{answers.name}</bdi>
          </ScreenHeading>
          {status === 'gone' && (
            <p className="muted measure">
              The voice that you answered has been taken back. Yours is a fragrance of its own.
            </p>
          )}
          {status === 'away' && (
            <p className="muted measure">The other voice could not be loaded. It comes once you are online again.</p>
          )}
        </header>
        {status === 'loaded' && known !== null && <Both line={known as ShareLine} own={own} />}
        {status === 'away' && (
          <button type="button" className={buttonClass('outline')} onClick={load}>
            Try again
          </button>
        )}
        <ShareAnswer fragrance={own} takesAnswers={status === 'away' || known?.open === true} />
        <div className="actions">
          <Link href="/results" className={buttonClass('outline')}>
            See your own fragrance
          </Link>
          {status !== 'gone' && (
            <Link href={`/share/${shareId}`} className={buttonClass('quiet')}>
              Back to the first voice
            </Link>
          )}
        </div>
      </article>
    </FadeIn>
  );
}

function NoAnswer({ shareId }: { shareId: string }) {
  return (
    <NotThere heading="No answer here" words="An answer stays on the device where it was sung, until it is shared.">
      <Link href={`/share/${shareId}`} className={buttonClass('primary')}>
        Hear the first voice
      </Link>
    </NotThere>
  );
}

/** The most voices of one accord with one's own. */
const OTHERS = 15;

function Both({ line: { voices: all }, own }: { line: ShareLine; own: Fragrance }) {
  const others = useMemo(() => all.slice(-OTHERS), [all]);
  const voices = useMemo(
    () => [...others.map(togetherVoice), { key: `own ${own.id}`, drawn: own, sound: () => soundOf(own) }],
    [others, own],
  );
  const src = useOwnSound(own);
  const last = others.at(-1);
  return (
    <>
      {voices.length > 1 && <Together voices={voices} yours />}
      <div className={styles.players}>
        {last !== undefined && (
          <section className="stack gap-2" aria-label="The voice that you answer">
            <p className="muted">
              <bdi>{last.name ?? 'The first voice'}</bdi>
            </p>
            <SoundPlayer src={playableUrl(last.audioUrl)} what="the voice that you answer" />
          </section>
        )}
        <section className="stack gap-2" aria-label="Your voice">
          <p className="muted">
            <bdi>{own.name}</bdi>, your voice
          </p>
          <SoundPlayer src={src} what="your voice" />
        </section>
      </div>
    </>
  );
}

/** A URL of one's own recording, valid while it is shown. */
function useOwnSound(own: Fragrance): string | undefined {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    let url: string | null = null;
    let left = false;
    const load = async () => {
      const sound = await soundOf(own);
      if (left) return;
      url = URL.createObjectURL(sound);
      setSrc(url);
    };
    // Without a sound the player stays empty, and its notes are on the page.
    load().catch(() => undefined);
    return () => {
      left = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [own]);
  return src;
}
