/** A peer's module in a bundled page, or nothing where it is not installed (see pageBuild.ts). */
declare module 'peer:*' {
  const peer: object;
  export default peer;
}
