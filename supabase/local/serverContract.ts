import type { Backend, BackendOptions } from './backendContract.ts';
import type { BodyLimits } from './http/bodies.ts';
import type { CrowdLimits } from './http/crowd.ts';
import type { Keys } from './data/dataDir.ts';
import type { PolicyEnv } from '../../pwa/hosts/headers.ts';
import type { LogEntry } from './log.ts';
import type { MailOptions } from './mail/index.ts';
import type { Mailer } from './mail/mailer.ts';
import type { CaughtMail } from './mail/mailbox.ts';
import type { HubLimits } from './rooms/roomHub.ts';

export interface ServerOptions {
  /** TCP port; 0 takes any free one. */
  port: number;
  /** Address to listen on; by default only this machine. */
  host?: string;
  /** Folder of keys, database and objects; null keeps everything in memory. */
  dataDir: string | null;
  /** `start` serves a build, `dev` the sources with hot reload, `backend` only the backend. */
  mode: 'start' | 'dev' | 'backend';
  /** In `start` mode: make the build first (default), or serve `dist/` unchanged. */
  build?: boolean;
  /** Folder of the build; `dist/` by default. */
  dist?: string;
  /** Address of a hosted project; the embedded backend is then off. */
  hostedUrl?: string;
  /** Fixed keys, and a backend instead of the embedded one; for tests on a real Postgres. */
  backend?: { keys?: Keys; open?: (options: BackendOptions) => Promise<Backend> };
  /** Variables for the edge functions, such as `RATE_LIMIT_FACTOR`. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Proxies whose `X-Forwarded-For` is trusted (ACCORD_TRUSTED_PROXIES); none by default. */
  trustedProxies?: readonly string[];
  /**
   * Whether `/mailbox` may be read on this machine; true by default unless other machines can reach the server.
   */
  mailbox?: boolean;
  /** Public address of the app, which links in mails use (ACCORD_SITE_URL); by default this server's own. */
  siteUrl?: string;
  /** Sends mails by SMTP; without it they are caught in the mailbox. */
  mail?: MailOptions | null;
  /** Variables of the build that name other sites; for the content security policy. */
  policyEnv?: PolicyEnv;
  /** Limit of all recordings and pictures together, bytes (ACCORD_STORAGE_GIB); unlimited by default. */
  objectsCeiling?: number;
  /** Limits other than the default ones; for tests. */
  limits?: {
    bodies?: Partial<BodyLimits>;
    crowd?: Partial<CrowdLimits>;
    rooms?: Partial<HubLimits>;
    idleMs?: number;
  };
  /** Token of `/metrics` (ACCORD_METRICS_TOKEN); without one there is no such address. */
  metricsToken?: string | undefined;
  /** Receives an entry about each request, without people's data; none by default. */
  log?: ((entry: LogEntry) => void) | undefined;
  /** Receives a line about each step; silent by default. */
  say?: (line: string) => void;
}

export interface RunningServer {
  /** Base address, `http://localhost:5173`. */
  url: string;
  close(): Promise<void>;
  /** Caught mails, oldest first; empty with a hosted project. */
  mails: readonly CaughtMail[];
  /** Keys of the embedded backend; null with a hosted project. */
  keys: Keys | null;
  /** The embedded backend; null with a hosted project. */
  backend: Backend | null;
  /** Sends mails; null where they are caught. */
  mailer: Mailer | null;
}
