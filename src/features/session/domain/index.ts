export { MIN_PASSWORD_LENGTH, isEmail, validateConfirmation, validateEmail, validatePassword } from './accountRules.ts';
export {
  defaultProfile,
  fallbackName,
  MEMBER_CHECKS,
  type AuthAccount,
  type MemberProfile,
  type Preference,
} from './member.ts';
export { NETWORK_MESSAGE } from './networkMessage.ts';
