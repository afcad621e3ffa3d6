import { Hint } from '#ui/controls/Hint.tsx';
import styles from './SectionTitle.module.css';

interface SectionTitleProps {
  id: string;
  title: string;
  /** Text of the hint beside the title. */
  hint: string;
}

/** A section's title with a hint, shown on hover, focus or tap. */
export function SectionTitle({ id, title, hint }: SectionTitleProps) {
  return (
    <div className="row middle">
      <h3 className="sans bold small snug spaced" id={id}>
        {title}
      </h3>
      <SectionHint title={title} hint={hint} />
    </div>
  );
}

/** The hint without the title, for a title that is a control itself. */
export function SectionHint({ title, hint }: Omit<SectionTitleProps, 'id'>) {
  return (
    <Hint text={hint}>
      <button
        type="button"
        className={styles.sign}
        data-screen-only=""
        aria-label={`What are ${title.toLowerCase()}?`
          .replace('are music essence', 'is the music essence')
          .replace('are character', 'is the character')}
      >
        <span className="stack tiny bold solid center circle" aria-hidden="true">
          ?
        </span>
      </button>
    </Hint>
  );
}
