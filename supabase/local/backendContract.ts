import type { Keys } from './data/dataDir.ts';
import type { Room } from './data/room.ts';
import type { CaughtMail } from './mail/mailbox.ts';

export interface Backend {
  /** Answers requests to /auth/v1, /rest/v1 and /storage/v1. */
  fetch(request: Request): Promise<Response>;
  /** Caught mails, oldest first; the last 200. */
  mails: CaughtMail[];
  /** Runs SQL as the database's owner; for the server's own tasks and for tests. */
  sql<Row extends object>(query: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Names of the migrations that were applied at this start. */
  applied: string[];
  /** Copies the data folder as it is between two requests (backup/snapshot.ts); only where there is one. */
  snapshot?(): Promise<void>;
  /** How the database fares; only where it runs in a thread. */
  state?(): BackendState;
  close(): Promise<void>;
}

export interface BackendState {
  /** False while the database is opened again. */
  open: boolean;
  /** How often it was opened again. */
  restarts: number;
  /** Requests that run or wait. */
  waiting: number;
}

export interface BackendOptions {
  /** Folder of the database and the objects; null keeps everything in memory. */
  dataDir: string | null;
  keys: Keys;
  /** Address of the app; links in mails point to it. */
  siteUrl: string;
  onMail?: (mail: CaughtMail) => void;
  /** Queues the auth service's mails for sending (mail/mailer.ts) instead of catching them. */
  queueMails?: boolean;
  /** Limit of all stored objects together, bytes; unlimited by default. */
  objectsCeiling?: number;
  /** Divides the pause between two mails to one address (`RATE_LIMIT_FACTOR`, default 1). */
  limitFactor?: number;
  /** Room on the disk; by default on the disk of `dataDir`. */
  room?: Room;
  /** Receives notes about the folder, a line each; silent by default. */
  say?: (line: string) => void;
}
