/** The engine's kernels as WebAssembly, compiled by the build (build/kernelPlugin.ts). */
declare module 'virtual:kernels' {
  export const program: Uint8Array<ArrayBuffer>;
}
