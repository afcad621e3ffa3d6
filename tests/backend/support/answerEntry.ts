/** What the tests of answers reach of the app: `window.app`. */
export { answerWith, intendAnswer } from '../../../src/features/listen/state/recording/answers.ts';
export { share, shareFragrance } from '../../../src/features/share/state/share.ts';
export { sendWaitingShare } from '../../../src/features/share/state/publishShare.ts';
export { shareRecords } from '../../../src/features/share/state/shareRecords.ts';
export { line, loadLine, loadMoreAnswers, setAllowsAnswers } from '../../../src/features/share/state/line.ts';
export { onNotice } from '../../../src/core/shell/notices.ts';
export { uploadAudio } from '../../../src/core/recordings/uploadAudio.ts';
