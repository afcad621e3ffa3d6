export { TakeBack } from './TakeBack.tsx';
