export { lazyArrivals } from './lazy.ts';
