export { claimRecording, forgetDevice, knownSecret } from './account.ts';
