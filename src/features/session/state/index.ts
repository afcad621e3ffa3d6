export { BEEN_HERE_KEY, forgetBeingHere, hasBeenHere, rememberBeingHere } from './beenHere.ts';
export { onMemberChange } from './onMemberChange.ts';
export { oncePerSession } from './oncePerSession.ts';
export {
  USER_DATA_KEY,
  USER_KEY,
  askToLogIn,
  authKeys,
  clearAddress,
  forgetRecovery,
  forgetUser,
  isOwnDevice,
  markOwnDevice,
  ownerId,
  readLocalUser,
  rememberUser,
  session,
  sessionSignal,
  stopSessionWork,
  type RecoveryTokens,
  type SessionUser,
} from './session.ts';
