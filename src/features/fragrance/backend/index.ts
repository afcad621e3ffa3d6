export { findOwnFragrance, findOwnFragranceById } from './fragranceProfiles.ts';
export { noteRemix } from './remixes.ts';
export { FRAGRANCE_COLUMNS, fragranceFields, playlistFields } from './fragranceTables.ts';
