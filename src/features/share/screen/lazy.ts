/* What is loaded when it is needed: each call fetches the module once. */
export const lazyAnswer = () => import('./answers/Answer.tsx');
export const lazyShare = () => import('./Share.tsx');
