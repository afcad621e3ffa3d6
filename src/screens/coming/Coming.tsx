import { Link } from 'wouter';
import { buttonClass } from '../../ui/button.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import styles from './Coming.module.css';

export interface ComingProps {
  title: string;
  /** What will be there, as the end of the sentence "Soon you will find here …". */
  promise: string;
}

/** A screen that is still being made, said in words. */
export default function Coming({ title, promise }: ComingProps) {
  return (
    <section className={styles.page}>
      <p className={styles.kicker}>In the making</p>
      <ScreenHeading className={styles.title}>{title}</ScreenHeading>
      <p className={styles.words}>Soon you will find here {promise}.</p>
      <Link href="/" className={buttonClass('primary')}>
        Create a fragrance
      </Link>
    </section>
  );
}
