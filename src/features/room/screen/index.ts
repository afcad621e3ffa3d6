export { lazyMakeRoom, lazyVisit, lazyWall } from './lazy.ts';
