export { roomAccord } from './accord.ts';
export { roomFaceOf } from './roomFace.ts';
