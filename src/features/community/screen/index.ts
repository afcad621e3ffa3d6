export {
  lazyAbout,
  lazyCancelOrder,
  lazyContact,
  lazyLegal,
  lazyPlaylistEntry,
  lazyPreorder,
  lazyStore,
} from './lazy.ts';
