export { forgetBeingHere, hasBeenHere } from './beenHere.ts';
export { onMemberChange } from './onMemberChange.ts';
export { oncePerSession } from './oncePerSession.ts';
export {
  USER_DATA_KEY,
  askToLogIn,
  isOwnDevice,
  ownerId,
  session,
  sessionSignal,
  type SessionUser,
} from './session.ts';
