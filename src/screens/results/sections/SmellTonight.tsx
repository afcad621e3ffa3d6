import { useState } from 'react';
import type { Fragrance } from '../../../features/fragrance/domain/composition/model.ts';
import {
  placeOf,
  RECIPE_DROPS,
  recipeCard,
  SMELL_ONLY,
  smellTonight,
  type Step,
} from '../../../features/fragrance/domain/words/tonight.ts';
import { FragranceFace } from '../../../features/fragrance/parts/FragranceFace.tsx';
import { noteStyle } from '../../../features/fragrance/parts/notes/noteStyle.ts';
import { buttonClass } from '../../../ui/controls/button.ts';
import { DownloadIcon, ShareIcon } from '../../../ui/icons/laterIcons.tsx';
import { canSendCards, sendCard } from '../cards/sendCard.ts';
import { SECTION_HINTS } from '../words.ts';
import { SectionTitle } from './SectionTitle.tsx';
import styles from './SmellTonight.module.css';

/** What to smell now and where, and a recipe for a perfumer: a page of its own in print, and a picture to send. */
export default function SmellTonight({ fragrance }: { fragrance: Fragrance }) {
  const tonight = smellTonight(fragrance);
  if (tonight === null) return null;
  const { sentence, now, later, recipe } = tonight;
  return (
    <section className={styles.section} aria-labelledby="smell-it-tonight">
      <div className={styles.head}>
        <FragranceFace className={styles.flower} fragrance={fragrance} />
        <div className="stack gap-1">
          <SectionTitle id="smell-it-tonight" title="SMELL IT TONIGHT" hint={SECTION_HINTS.tonight} />
          <p className={styles.fragrance}>
            <bdi>{fragrance.name}</bdi>
          </p>
          <p>{sentence}</p>
        </div>
      </div>
      <Steps steps={now} />
      {later.length > 0 && <Steps steps={later} label="The others" />}
      <div className={styles.recipe}>
        <h4 className={styles.drops}>{`The recipe, in ${RECIPE_DROPS} drops`}</h4>
        <ul aria-label="Recipe">
          {recipe.map(({ name, drops }) => (
            <li key={name}>{`${drops} ${name}`}</li>
          ))}
        </ul>
      </div>
      <SendRecipe fragrance={fragrance} />
      <p className="muted small measure">
        {`${SMELL_ONLY} Keep oils and tinctures away from eyes, skin, flames and children. Print the recipe and take it to a perfumer, who knows what may touch skin.`}
      </p>
    </section>
  );
}

/** Materials, each with its place. Those with a label are set smaller. */
function Steps({ steps, label }: { steps: readonly Step[]; label?: string }) {
  return (
    <ol className={styles.steps} data-small={label !== undefined} aria-label={label ?? 'Smell these now'}>
      {steps.map((step) => (
        <li key={step.note} style={noteStyle(step.note)}>
          <h4 className={styles.name}>{step.name}</h4>
          <p className={styles.place}>{placeOf(step)}</p>
          <p className={styles.how}>{step.warning === undefined ? step.how : `${step.how} ${step.warning}`}</p>
        </li>
      ))}
    </ol>
  );
}

function SendRecipe({ fragrance }: { fragrance: Fragrance }) {
  const [busy, setBusy] = useState(false);
  const [shares] = useState(canSendCards);
  const send = async () => {
    const card = recipeCard(fragrance);
    if (busy || card === null) return;
    setBusy(true);
    try {
      await sendCard(fragrance, card);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={`${buttonClass('outline')} ${styles.send}`}
      data-screen-only=""
      aria-disabled={busy}
      onClick={() => void send()}
    >
      {shares ? <ShareIcon /> : <DownloadIcon />}
      <span>{shares ? 'Send as a picture' : 'Save as a picture'}</span>
    </button>
  );
}
