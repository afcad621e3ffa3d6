import type { Keys } from './data/dataDir.ts';
import type { StoredMail } from './mail/mailbox.ts';

export interface Backend {
  /** Answers requests to /auth/v1, /rest/v1 and /storage/v1. */
  fetch(request: Request): Promise<Response>;
  /** Caught mails, oldest first; the last 200. */
  mails: StoredMail[];
  /** Adds a mail to them. */
  catchMail(mail: { to: string; subject: string; text: string; html: string }): Promise<void>;
  /** Runs SQL as the database's owner; for the server's own tasks and for tests. */
  sql<Row extends object>(query: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Names of the migrations that were applied at this start. */
  applied: string[];
  close(): Promise<void>;
}

export interface BackendOptions {
  /** Folder of the database and the objects; null keeps everything in memory. */
  dataDir: string | null;
  keys: Keys;
  /** Address of the app; links in mails point to it. */
  siteUrl: string;
  onMail?: (mail: StoredMail) => void;
  /** Divides the pause between two mails to one address (`RATE_LIMIT_FACTOR`, default 1). */
  limitFactor?: number;
  /** Free bytes on the disk of a folder; for tests. */
  free?: (folder: string) => Promise<number>;
  /** Receives notes about the folder, a line each; silent by default. */
  log?: (line: string) => void;
}
