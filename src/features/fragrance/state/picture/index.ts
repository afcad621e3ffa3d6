export { cardFonts, paintedPart, sharePicture } from './sharePicture.ts';
