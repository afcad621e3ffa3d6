export { isShareId } from './shareId.ts';
