export { deleteFragrance, setVisibility } from './changeSaved.ts';
export { fragrance, hasFragrance } from './current.ts';
export { keepFormer, mayReplace } from './former.ts';
export {
  currentRecordingId,
  forgetCurrentFragrance,
  hasStorageError,
  setCurrentFragrance,
  takeStorageError,
  updateCurrentFragrance,
} from './fragrance.ts';
export { loadCurrentFragrance } from './loadFragrance.ts';
export { FALLBACK_KEY, PLAYLIST_KEY, SAVED_KEY, localFragrances, readFragrances } from './localFragrances.ts';
export { forgetSavedFragrances, loadSavedFragrances, savedFragrances } from './savedFragrances.ts';
export { saveToProfile } from './saving.ts';
export { lazySaveAndSync, lazySharePicture } from './lazy.ts';
