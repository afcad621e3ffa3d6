import type { Table } from '../table.ts';
import { deleteAccount, logIn, photo, signUp } from './account.ts';
import { publish, results, save, share, submit } from './fragrance.ts';
import { contact, preorder } from './messages.ts';
import { process, record, stop, upload } from './sound.ts';

/** The whole table: a test or a reason in every cell. */
export const FAULT_TABLE: Table = {
  record,
  stop,
  upload,
  process,
  results,
  save,
  publish,
  share,
  submit,
  preorder,
  contact,
  'sign up': signUp,
  'log in': logIn,
  photo,
  'delete account': deleteAccount,
};
