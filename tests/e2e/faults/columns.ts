import { CLOCK_FACTOR, type Stage, type StageOptions } from './stage.ts';

/** Faults, the columns of the table. */
export const COLUMNS = [
  'offline',
  '500',
  '429',
  'never answers',
  '3 kB/s',
  'answer lost',
  'token expired',
  'worker killed',
  'storage full',
  'tab reopened',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Bytes a second of the slow line, each way. */
const SLOW_LINE_BYTES_PER_S = 3000;

/** Begin and end of a fault on a stage. */
export interface Fault {
  /** Settings of the browser that it needs, from the beginning. */
  options: StageOptions;
  /** `of` is which requests it is about. */
  begin(stage: Stage, of: RegExp): Promise<void>;
  /** The fault is over, and the page gets the event of the connection, as when a laptop finds its network. */
  end(stage: Stage): Promise<void>;
}

const hear = (stage: Stage): Promise<void> => stage.page.evaluate(() => void window.dispatchEvent(new Event('online')));

function atTheGate(fault: Parameters<Stage['app']['gate']['break']>[1], options: StageOptions = {}): Fault {
  return {
    options,
    begin: async (stage, of) => {
      stage.app.gate.break(of, fault);
      if (options.impatient) await stage.hurry(CLOCK_FACTOR);
    },
    end: async (stage) => {
      stage.app.gate.heal();
      if (options.impatient) await stage.hurry(1);
      await hear(stage);
    },
  };
}

/** The faults of the network, and those of the device. */
export const FAULTS: Readonly<Record<Exclude<Column, 'tab reopened'>, Fault>> = {
  offline: {
    options: { worker: true },
    begin: async (stage) => {
      stage.app.gate.break(/./, { kind: 'down' });
      await stage.context.setOffline(true);
    },
    end: async (stage) => {
      stage.app.gate.heal();
      await stage.context.setOffline(false);
      await hear(stage);
    },
  },
  '500': atTheGate({ kind: 'status', status: 500 }),
  '429': atTheGate({ kind: 'status', status: 429 }),
  'never answers': atTheGate({ kind: 'silence' }, { impatient: true }),
  'answer lost': atTheGate({ kind: 'answer lost' }),
  'token expired': atTheGate({ kind: 'status', status: 401 }),
  '3 kB/s': {
    // The app itself is on the device: only requests to the backend use the slow line.
    options: { worker: true },
    begin: async (stage) => {
      const client = await stage.context.newCDPSession(stage.page);
      await client.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 100,
        downloadThroughput: SLOW_LINE_BYTES_PER_S,
        uploadThroughput: SLOW_LINE_BYTES_PER_S,
      });
    },
    end: async () => {},
  },
  'worker killed': {
    options: { impatient: true },
    begin: async (stage) => {
      await stage.hurry(CLOCK_FACTOR);
      await stage.page.evaluate(() => {
        const { startedWorkers } = window as unknown as { startedWorkers: Worker[] };
        for (const worker of startedWorkers) worker.terminate();
        // Workers that replace them die as well.
        startedWorkers.push = (...more) => {
          for (const worker of more) worker.terminate();
          return 0;
        };
      });
    },
    end: async () => {},
  },
  'storage full': {
    options: { alone: true },
    begin: async (stage) => {
      const client = await stage.context.newCDPSession(stage.page);
      await client.send('Storage.overrideQuotaForOrigin', { origin: stage.app.url, quotaSize: 1 });
      await stage.page.evaluate(() => {
        // Down to the last character.
        for (let size = 1 << 22; size > 0; size >>= 1) {
          try {
            for (let i = 0; i < 3; i++) localStorage.setItem(`filler ${size} ${i}`, 'x'.repeat(size));
          } catch {
            // full for this size
          }
        }
      });
    },
    end: async (stage) => {
      const client = await stage.context.newCDPSession(stage.page);
      await client.send('Storage.overrideQuotaForOrigin', { origin: stage.app.url });
      await stage.page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key.startsWith('filler')) localStorage.removeItem(key);
      });
      await hear(stage);
    },
  },
};
