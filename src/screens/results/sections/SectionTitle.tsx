import { Hint } from '#ui/controls/Hint.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './SectionTitle.module.css';
import type { ReactNode } from 'react';
import foldStyles from './Fold.module.css';

interface SectionTitleProps {
  id: string;
  title: string;
  /** Text of the hint beside the title. */
  hint: string;
}

/** A section's title with a hint, shown on hover, focus or tap. */
export function SectionTitle({ id, title, hint }: SectionTitleProps) {
  return (
    <Row align="middle">
      <Text as="h3" size="small" weight="bold" font="sans" leading="snug" tracking="spaced" id={id}>
        {title}
      </Text>
      <SectionHint title={title} hint={hint} />
    </Row>
  );
}

/** The hint without the title, for a title that is a control itself. */
export function SectionHint({ title, hint }: Omit<SectionTitleProps, 'id'>) {
  return (
    <Hint text={hint}>
      <Stack
        as="button"
        type="button"
        align="center"
        tone="muted"
        wakes
        rigid
        className={`square ${styles.sign}`}
        data-screen-only=""
        aria-label={`What are ${title.toLowerCase()}?`
          .replace('are music essence', 'is the music essence')
          .replace('are character', 'is the character')}
      >
        <Stack as="span" align="center" size="tiny" weight="bold" leading="solid" radius="circle" aria-hidden="true">
          ?
        </Stack>
      </Stack>
    </Hint>
  );
}

interface FoldProps {
  title: string;
  /** The content in a few words. */
  words: string;
  /** Id of the title. */
  id?: string;
  /** Its parts have titles: print shows no other. */
  untitledInPrint?: boolean;
  children: ReactNode;
}

/** A part of the results that opens on demand. Print shows it open. */
export function CollapsibleSection({ title, words, id, untitledInPrint = false, children }: FoldProps) {
  return (
    <details className={foldStyles.fold}>
      <summary className={foldStyles.line} data-screen-only={untitledInPrint ? '' : undefined}>
        <Text as="h3" id={id} size="subtitle" weight="title-weight" rigid>
          {title}
        </Text>
        <span className="muted small narrows">{words}</span>
      </summary>
      <Stack className={foldStyles.content}>{children}</Stack>
    </details>
  );
}
