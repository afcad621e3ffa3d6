/* What is loaded when it is needed: each call fetches the module once. */
export const lazyExport = () => import('./export.ts');
export const lazySaveAndSync = () => import('./saveAndSync.ts');
export const lazySharePicture = () => import('./picture/sharePicture.ts');
