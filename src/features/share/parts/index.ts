export { TakeBack } from './TakeBack.tsx';
export { TakeBackDialog } from './TakeBackDialog.tsx';
