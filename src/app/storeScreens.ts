/** The screens of the store, which lead to each other: one file of the build. */
export { default as PlaylistRedirect } from '#screens/store/PlaylistRedirect.tsx';
export { default as Customize } from '#screens/customize/Customize.tsx';
export { default as Store } from '#screens/store/Store.tsx';
export { default as Preorder } from '#screens/preorder/Preorder.tsx';
export { default as PlaylistEntry } from '#screens/playlist/PlaylistEntry.tsx';
