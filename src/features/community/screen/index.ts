export { lazyAbout, lazyContact, lazyPlaylistEntry, lazyPreorder, lazyStore } from './lazy.ts';
