export { lazyBeatMaker, lazySecretKeyboard } from './lazy.ts';
