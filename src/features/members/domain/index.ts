export { validateEmail } from './accountRules.ts';
export { NETWORK_MESSAGE } from './errorMessages.ts';
export type { MemberProfile } from './member.ts';
