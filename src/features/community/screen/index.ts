export {
  lazyAbout,
  lazyCancelOrder,
  lazyContact,
  lazyLegal,
  lazyListen,
  lazyPlaylistEntry,
  lazyPreorder,
  lazyStore,
} from './lazy.ts';
