export { lazyCreate, lazyProcessing, lazyScentwaves } from './lazy.ts';
