import type { PolicyEnv } from '#pwa/hosts/headers.ts';
import type { Backend, BackendOptions } from './backendContract.ts';
import type { Keys } from './data/dataDir.ts';
import type { StoredMail } from './mail/mailbox.ts';

export interface ServerOptions {
  /** TCP port; 0 takes any free one. */
  port: number;
  /** Folder of keys, database and objects; null keeps everything in memory. */
  dataDir: string | null;
  /** `start` serves a build, `dev` the sources with hot reload, `backend` only the backend. */
  mode: 'start' | 'dev' | 'backend';
  /** In `start` mode: make the build first if its sources have changed (default), or serve `dist/` unchanged. */
  build?: boolean;
  /** Folder of the build; `dist/` by default. */
  dist?: string;
  /** Address of a hosted project; the embedded backend is then off. */
  hostedUrl?: string;
  /** Fixed keys, and a backend instead of the embedded one; for tests on a real Postgres. */
  backend?: { keys?: Keys; open?: (options: BackendOptions) => Promise<Backend> };
  /** Variables for the edge functions, such as `RATE_LIMIT_FACTOR`. */
  env?: Readonly<Record<string, string | undefined>>;
  /** True if `/mailbox` may be read on this machine; the default. */
  mailbox?: boolean;
  /** True if queued mails go to the mailbox; the default. */
  mailer?: boolean;
  /** Variables of the build that name other sites; for the content security policy. */
  policyEnv?: PolicyEnv;
  /** Receives a line about each step; silent by default. */
  log?: (line: string) => void;
}

export interface RunningServer {
  /** Base address, `http://localhost:5173`. */
  url: string;
  close(): Promise<void>;
  /** Caught mails, oldest first; empty with a hosted project. */
  mails: readonly StoredMail[];
  /** Keys of the embedded backend; null with a hosted project. */
  keys: Keys | null;
  /** The embedded backend; null with a hosted project. */
  backend: Backend | null;
}
