import styles from './WiltedFace.module.css';

/** A wilted face, for what is not there. Decorative: the words beside it have the meaning. */
export function WiltedFace() {
  return (
    <picture className={styles.wilted}>
      <source srcSet="/example-dark.svg" media="(prefers-color-scheme: dark)" />
      <img src="/example.svg" alt="" width={480} height={480} />
    </picture>
  );
}
