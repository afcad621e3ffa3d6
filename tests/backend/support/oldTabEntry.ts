/** What the tests of a page that stayed open reach of the app: `window.app`. */
export { preorder } from '../../../src/features/community/state/preorder.ts';
export { loadShared, shared } from '../../../src/features/share/state/sharedFragrance.ts';
export { share, shareFragrance } from '../../../src/features/share/state/share.ts';
export { outbox } from '../../../src/features/outbox/backend/outbox.ts';
export { onNotice } from '../../../src/core/shell/notices.ts';
export { uploadAudio } from '../../../src/core/recordings/uploadAudio.ts';
