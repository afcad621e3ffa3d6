/* What is loaded when it is needed: each call fetches the module once. */
export const lazySaveAndSync = () => import('./saveAndSync.ts');
export const lazySharePicture = () => import('./picture/sharePicture.ts');
