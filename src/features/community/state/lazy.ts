/* What is loaded when it is needed: each call fetches the module once. */
export const lazyContact = () => import('./contact.ts');
export const lazySubmit = () => import('./submit.ts');
