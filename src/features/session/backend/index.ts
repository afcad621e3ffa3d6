export {
  claimDevice,
  claimRecording,
  deleteAccount,
  exportDevice,
  exportMyData,
  forgetDevice,
  knownSecret,
  type ExportedData,
} from './account.ts';
