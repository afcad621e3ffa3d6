import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { playableUrl } from '../../../../core/backend/config.ts';
import { FragranceFace } from '../../../fragrance/parts/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { line, loadMoreAnswers, type SharedVoice, type ShareLine } from '../../state/line.ts';
import { Together, type TogetherVoice } from './Together.tsx';
import { fetchSound } from '../../state/fetchSound.ts';
import styles from './answers.module.css';

/** The name of a voice, also of one without. */
const nameOf = ({ name }: Pick<SharedVoice, 'name'>): string => name ?? 'A fragrance without a name';

export function togetherVoice({ shareId, drawn, audioUrl }: SharedVoice): TogetherVoice {
  return { key: shareId, drawn, sound: () => fetchSound(playableUrl(audioUrl)) };
}

/** The voices that a share answers, together with its own, and those that answer it. Nothing where there are none. */
export default function Answers({ shareId }: { shareId: string }) {
  const { known, answers, next, busy, shareId: of } = useSnapshot(line);
  const voices = useMemo(() => ((known as ShareLine | null)?.voices ?? []).map(togetherVoice), [known]);
  if (known === null || of !== shareId) return null;
  return (
    <>
      {(voices.length > 1 || known.broken) && (
        <section className="stack gap-4" aria-label="The voices that it answers">
          {known.broken && (
            <p className="muted">
              {voices.length > 1
                ? 'They answer a voice that has been taken back.'
                : 'It answers a voice that has been taken back.'}
            </p>
          )}
          {voices.length > 1 && <Together voices={voices} yours={false} />}
          <Voices
            voices={(known as ShareLine).voices.filter((voice) => voice.shareId !== shareId)}
            label="It answers"
          />
        </section>
      )}
      {answers.length > 0 && (
        <section className="stack gap-4" aria-labelledby="answers">
          <h2 id="answers" className={styles.heading}>
            {known.answers === 1 ? 'One answer' : `${known.answers} answers`}
          </h2>
          <Voices voices={answers as readonly SharedVoice[]} label="Answers" />
          {next !== null && (
            <button
              type="button"
              className={buttonClass('outline', styles.more)}
              aria-busy={busy}
              onClick={() => void loadMoreAnswers()}
            >
              Show more answers
            </button>
          )}
        </section>
      )}
    </>
  );
}

function Voices({ voices, label }: { voices: readonly SharedVoice[]; label: string }) {
  if (voices.length === 0) return null;
  return (
    <ul className={styles.voices} aria-label={label}>
      {voices.map((voice) => (
        <li key={voice.shareId}>
          <Link href={`/share/${voice.shareId}`} className={styles.voice}>
            <FragranceFace fragrance={voice.drawn} className={styles.small} />
            <bdi>{nameOf(voice)}</bdi>
            {voice.makerName !== null && (
              <span className="muted small">
                by <bdi>{voice.makerName}</bdi>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
