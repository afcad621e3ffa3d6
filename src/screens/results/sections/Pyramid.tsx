import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { Hint } from '#ui/controls/Hint.tsx';
import { SectionTitle } from './SectionTitle.tsx';
import { perfumeWords, SECTION_HINTS } from '../words.ts';
import { Row } from '#ui/layout/Box.tsx';
import styles from './Pyramid.module.css';

/** The fragrance over time, from its first minutes to its last hours. */
export function Pyramid({ fragrance }: { fragrance: Fragrance }) {
  return (
    <div className="ruled">
      <Tier id="top" title="TOP NOTES" time="15-30 minutes" hint={SECTION_HINTS.top} notes={fragrance.topNotes} />
      <Tier
        id="middle"
        title="MIDDLE NOTES"
        time="2-4 hours"
        hint={SECTION_HINTS.middle}
        notes={fragrance.middleNotes}
      />
      <Tier id="base" title="BASE NOTES" time="up to 24 hours" hint={SECTION_HINTS.base} notes={fragrance.baseNotes} />
    </div>
  );
}

interface TierProps {
  id: string;
  title: string;
  time: string;
  hint: string;
  notes: readonly string[];
}

function Tier({ id, title, time, hint, notes }: TierProps) {
  return (
    <section className={styles.tier} aria-labelledby={`${id}-notes`}>
      <div className={styles.head}>
        <SectionTitle id={`${id}-notes`} title={title} hint={hint} />
        <p className="muted small snug">{time}</p>
      </div>
      <Row as="ul" wrap className={styles.notes}>
        {notes.map((name) => {
          const { description, code } = perfumeWords(name);
          return (
            <li key={name}>
              <Hint text={description}>
                <Row
                  as="button"
                  type="button"
                  inline
                  align="middle"
                  size="medium"
                  weight="title-weight"
                  font="serif"
                  anywhere
                  tappable
                  textAlign="left"
                  tracking="closer"
                  leading="firm"
                  className={`speck ${styles.note}`}
                  style={noteStyle(code)}
                >
                  {name}
                </Row>
              </Hint>
            </li>
          );
        })}
      </Row>
    </section>
  );
}
