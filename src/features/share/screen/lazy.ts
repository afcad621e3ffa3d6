/* What is loaded when it is needed: each call fetches the module once. */
export const lazyShare = () => import('./Share.tsx');
