export { hasSentSomething, saveDeviceData, takeBackEverything } from './deviceData.ts';
export { canFilm, canShareFile, cancelFilm, film, madeFilm, saveFilm, shareFile } from './film.ts';
export { loadOwnShares, ownShares, takeBack } from './ownShares.ts';
export { backendCause, rootOf, sharedPart } from './publishShare.ts';
export { copyLink, pictureOf, prepareShare, share, shareFragrance, shareUrl } from './share.ts';
export { dropRecordsOf, giveRecordsTo, recordOf, shareRecords, type ShareRecord } from './shareRecords.ts';
export { lazyPublishShare } from './lazy.ts';
