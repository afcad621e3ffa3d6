export { decodingRate } from './analysis/decode.ts';
