/* What is loaded when it is needed: each call fetches the module once. */
export const lazyRemix = () => import('./remix.ts');
export const lazyOpenMidi = () => import('./midi/openMidi.ts');
