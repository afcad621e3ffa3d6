export {
  lazyAbout,
  lazyCancelOrder,
  lazyContact,
  lazyLegal,
  lazyListen,
  lazyPlaylistEntry,
  lazyPreorder,
  lazyStore,
  lazyWall,
} from './lazy.ts';
