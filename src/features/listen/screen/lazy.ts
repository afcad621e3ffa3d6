/* What is loaded when it is needed: each call fetches the module once. */
export const lazyCreate = () => import('./create/Create.tsx');
export const lazyProcessing = () => import('./processing/Processing.tsx');
export const lazyScentwaves = () => import('./scentwaves/Scentwaves.tsx');
