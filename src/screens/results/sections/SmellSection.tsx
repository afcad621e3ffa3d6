import { useEffect, useState } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import { perfumeNoteByName } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { RECIPE_DROPS } from '#features/fragrance/domain/words/fragranceFacts.ts';
import {
  placeOf,
  recipeCard,
  SAFETY_NOTE,
  materialsNearby,
  type SmellStep,
} from '#features/fragrance/domain/words/tonight.ts';
import { FragranceFlower } from '#features/fragrance/components/FragranceFlower.tsx';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { Button } from '#ui/controls/Button.tsx';
import { DownloadIcon, ShareIcon } from '#ui/icons/laterIcons.tsx';
import { canSendCards, sendCard } from '../cards/sendCard.ts';
import { SMELL_HINT } from '../words.ts';
import { CollapsibleSection } from './SectionTitle.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './SmellSection.module.css';

/**
 * Materials to smell with their places, and a recipe for a perfumer, each folded: on a separate page in print, and as a
 * picture to send.
 */
export function SmellSection({ fragrance }: { fragrance: Fragrance }) {
  const tonight = materialsNearby(fragrance);
  if (tonight === null) return null;
  const { sentence, steps, recipe } = tonight;
  return (
    <section aria-labelledby="smell-it-tonight" data-print-part="recipe">
      {/* The page has both; a recipe that is printed alone has no others. */}
      <Row gap={3} align="middle" className={styles.head} data-print-alone="">
        <div className={styles.flower}>
          <FragranceFlower fragrance={fragrance} />
        </div>
        <Text size="subtitle" font="serif" leading="tight" anywhere>
          <bdi>{fragrance.name}</bdi>
        </Text>
      </Row>
      <CollapsibleSection id="smell-it-tonight" title="Smell it tonight" words={sentence}>
        <Stack gap={5}>
          <Text size="small" tone="muted" measure data-screen-only="">
            {SMELL_HINT}
          </Text>
          <Steps steps={steps} />
        </Stack>
      </CollapsibleSection>
      <CollapsibleSection title="The recipe" words={`${RECIPE_DROPS} drops, to take to a perfumer.`}>
        <ul className={styles.recipe} aria-label="Recipe">
          {recipe.map(({ name, drops }) => (
            <li key={name} className={styles.part} style={noteStyle(perfumeNoteByName(name)?.code)}>
              <span className="serif tight">{`${drops} ${name}`}</span>
              <Drops count={drops} />
            </li>
          ))}
        </ul>
        <Stack gap={2} top>
          <RecipeActions fragrance={fragrance} />
          <Text size="tiny" tone="muted" measure>
            {`${SAFETY_NOTE} Keep oils and tinctures away from eyes, skin, flames and children. Take the recipe to a perfumer, who knows what may touch skin.`}
          </Text>
        </Stack>
      </CollapsibleSection>
    </section>
  );
}

/** Size of a drop, units of its drawing. */
const DROP_SHAPE = {
  width: 11,
  height: 15,
  path: 'M5.5 1C7.6 4.6 10 6.9 10 9.8a4.5 4.5 0 0 1-9 0C1 6.9 3.4 4.6 5.5 1Z',
} as const;

/** Drops in a row, in the color of their note. */
function Drops({ count }: { count: number }) {
  return (
    <svg
      className={styles.drops}
      data-screen-only=""
      viewBox={`0 0 ${DROP_SHAPE.width * count} ${DROP_SHAPE.height}`}
      width={DROP_SHAPE.width * 1.3 * count}
      height={DROP_SHAPE.height * 1.3}
      aria-hidden="true"
    >
      {Array.from({ length: count }, (_, i) => (
        <path key={i} d={DROP_SHAPE.path} transform={`translate(${DROP_SHAPE.width * i})`} />
      ))}
    </svg>
  );
}

/** Materials, each with its place. */
function Steps({ steps }: { steps: readonly SmellStep[] }) {
  return (
    <Stack as="ol" gap={4} className={styles.steps} aria-label="Where to smell them">
      {steps.map((step) => (
        <Row
          as="li"
          key={step.note}
          wrap
          columnGap={2}
          align="baseline"
          justify="between"
          top
          style={noteStyle(step.note)}
        >
          <h4 className="serif regular large">{step.name}</h4>
          <p className="muted small">{placeOf(step)}</p>
          <p className="whole-line">{step.warning === undefined ? step.how : `${step.how} ${step.warning}`}</p>
        </Row>
      ))}
    </Stack>
  );
}

function RecipeActions({ fragrance }: { fragrance: Fragrance }) {
  const [busy, setBusy] = useState(false);
  const [shares] = useState(canSendCards);
  useEffect(() => {
    const scope = new Scope();
    scope.listen(window, 'afterprint', printAll);
    scope.add(printAll);
    return () => scope.dispose();
  }, []);
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
    <Row wrap gap={2} data-screen-only="">
      <Button variant="small" aria-disabled={busy} onClick={() => void send()}>
        {shares ? <ShareIcon /> : <DownloadIcon />}
        <span>{shares ? 'Send picture' : 'Save picture'}</span>
      </Button>
      <Button variant="small" onClick={printRecipe}>
        Print recipe
      </Button>
    </Row>
  );
}

/** Prints this section alone, on one page of A5 (src/ui/theme/print.css). */
function printRecipe(): void {
  document.documentElement.dataset['print'] = 'recipe';
  print();
}

/** The next print is of the whole page again. */
function printAll(): void {
  delete document.documentElement.dataset['print'];
}
