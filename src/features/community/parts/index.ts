export { lazyPreorderDialog } from './lazy.ts';
