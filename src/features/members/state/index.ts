export { leaveAccount } from './logOut.ts';
export { startSession } from './startSession.ts';
