export { followStoredRecordings } from './recording/storedOutcome.ts';
export { onRecorded } from './recording/recorderView.ts';
export { isForeignRecording, replacedSoundOf, storedSoundOf, withKeptSound } from './recording/storedSound.ts';
export { uploading } from './recording/storeRecording.ts';
export { lazyStoredSound } from './lazy.ts';
