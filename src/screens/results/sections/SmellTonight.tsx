import type { Fragrance } from '../../../features/fragrance/domain/composition/model.ts';
import { RECIPE_PARTS, smellTonight } from '../../../features/fragrance/domain/words/tonight.ts';
import { noteStyle } from '../../../features/fragrance/parts/notes/noteStyle.ts';
import { SECTION_HINTS } from '../words.ts';
import { SectionTitle } from './SectionTitle.tsx';
import styles from './SmellTonight.module.css';

/** Where the materials can be met, in which order to smell them, and a recipe for a perfumer. */
export default function SmellTonight({ fragrance }: { fragrance: Fragrance }) {
  const tonight = smellTonight(fragrance);
  if (tonight === null) return null;
  const { sentence, steps, recipe } = tonight;
  const line = `Recipe in ${RECIPE_PARTS} parts: ${recipe.map(({ name, parts }) => `${parts} ${name}`).join(', ')}.`;
  return (
    <section className={styles.section} aria-labelledby="smell-it-tonight">
      <SectionTitle id="smell-it-tonight" title="SMELL IT TONIGHT" hint={SECTION_HINTS.tonight} />
      <p className="large measure">{sentence.replace(/: .*$/, '.')}</p>
      <ol className={styles.steps}>
        {steps.map(({ note, name, place, how }) => (
          <li key={note} style={noteStyle(note)}>
            <h4 className={styles.name}>{name}</h4>
            <p className={styles.place}>{place === 'nowhere' ? 'out of reach' : place}</p>
            <p className={styles.how}>{how}</p>
          </li>
        ))}
      </ol>
      <p className="measure">{line}</p>
      <p className="muted small measure">
        To smell, not to wear and not to swallow. Keep oils and tinctures away from eyes, skin and children. Print this
        page and take the recipe to a perfumer, who knows what may touch skin.
      </p>
    </section>
  );
}
