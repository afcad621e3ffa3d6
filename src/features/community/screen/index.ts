export { lazyAbout, lazyContact, lazyLegal, lazyListen, lazyPlaylistEntry, lazyPreorder, lazyStore } from './lazy.ts';
