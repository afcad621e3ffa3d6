import type { ReactNode } from 'react';
import { FragranceFace, type FragranceFaceProps } from '../../fragrance/parts/index.ts';
import { KeptFocus } from '#ui/screen/KeptFocus.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import styles from './AccountPage.module.css';

interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  /** The drawing beside the form: the visitor's current fragrance, if any. */
  face?: FragranceFaceProps['fragrance'] | null;
  /** Words under the drawing. */
  caption?: ReactNode;
  children: ReactNode;
}

/** The face for visitors without a fragrance: a C major seventh over two octaves. */
const HOUSE_FACE: FragranceFaceProps['fragrance'] = {
  musicEssence: ['C3', 'G4', 'E4', 'B5', 'C6'],
  intensity: 0.62,
  complexity: 0.55,
  persistence: 0.7,
};

/** Frame of the account screens: a title, a form and a face. Another title is the next step, which begins there. */
export function AccountPage({ title, lead, face = null, caption, children }: AccountPageProps) {
  return (
    <section className={styles.page}>
      <div className={`stack gap-6 top narrows ${styles.form}`}>
        <header className="stack gap-3">
          <ScreenHeading className="heading closest">{title}</ScreenHeading>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </header>
        <KeptFocus step={title}>{children}</KeptFocus>
      </div>
      <figure className={styles.figure} data-named={caption !== undefined}>
        <FragranceFace fragrance={face ?? HOUSE_FACE} className={styles.face} />
        {caption !== undefined && <figcaption className="anywhere">{caption}</figcaption>}
      </figure>
    </section>
  );
}
