export { claimRecording, exportDevice, forgetDevice, knownSecret } from './account.ts';
