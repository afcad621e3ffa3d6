export { PreorderButton } from './PreorderButton.tsx';
