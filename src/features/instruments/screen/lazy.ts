/* What is loaded when it is needed: each call fetches the module once. */
export const lazyBeatMaker = () => import('./beat-maker/BeatMaker.tsx');
export const lazySecretKeyboard = () => import('./secret-keyboard/SecretKeyboard.tsx');
