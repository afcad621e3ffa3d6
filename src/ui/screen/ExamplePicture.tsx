/** The example's flower as a file of the build (pwa/example.ts). Decorative. */
export function ExamplePicture({ className }: { className?: string | undefined }) {
  return (
    <picture className={className}>
      <source srcSet="/example-dark.svg" media="(prefers-color-scheme: dark)" />
      <img src="/example.svg" alt="" width={480} height={480} />
    </picture>
  );
}
