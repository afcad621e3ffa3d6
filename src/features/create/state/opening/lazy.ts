/* What is loaded when it is needed: each call fetches the module once. */
export const lazyArrivals = () => import('./arrivals.ts');
