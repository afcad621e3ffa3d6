export { lazyAbout, lazyCancelOrder, lazyContact, lazyPlaylistEntry, lazyPreorder, lazyStore } from './lazy.ts';
