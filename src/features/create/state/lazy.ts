/* What is loaded when it is needed: each call fetches the module once. */
export const lazyStoredSound = () => import('./recording/storedSound.ts');
