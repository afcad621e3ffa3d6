/* What is loaded when it is needed: each call fetches the module once. */
export const lazyCustomize = () => import('./customize/Customize.tsx');
export const lazyResults = () => import('./results/Results.tsx');
