/* What is loaded when it is needed: each call fetches the module once. */
export const lazyAbout = () => import('./about/About.tsx');
export const lazyContact = () => import('./contact/Contact.tsx');
export const lazyLegal = () => import('./legal/Legal.tsx');
export const lazyListen = () => import('./store/Listen.tsx');
export const lazyPlaylistEntry = () => import('./playlist/PlaylistEntry.tsx');
export const lazyPreorder = () => import('./preorder/Preorder.tsx');
export const lazyStore = () => import('./store/Store.tsx');
