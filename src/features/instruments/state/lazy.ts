/* What is loaded when it is needed: each call fetches the module once. */
export const lazyRemix = () => import('./remix.ts');
export const lazyOpenMidiFile = () => import('./midi/openMidiFile.ts');
