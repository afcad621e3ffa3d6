import styles from './WiltedFlower.module.css';

/** The example's flower as a file of the build (pwa/example.ts): the first load has no script for it. Decorative. */
export function ExamplePicture({ className }: { className?: string | undefined }) {
  return (
    <picture className={className}>
      <source srcSet="/example-dark.svg" media="(prefers-color-scheme: dark)" />
      <img src="/example.svg" alt="" width={480} height={480} decoding="async" fetchPriority="low" />
    </picture>
  );
}

/** A wilted flower, for missing things. Decorative: the words beside it have the meaning. */
export function WiltedFlower() {
  return <ExamplePicture className={styles.wilted} />;
}
