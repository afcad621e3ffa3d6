export { findOwnFragrance, findOwnFragranceById } from './fragranceProfiles.ts';
export { FRAGRANCE_COLUMNS, fragranceFields, playlistFields } from './fragranceTables.ts';
