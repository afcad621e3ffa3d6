export { unreadable } from './unreadable.ts';
