import { FAULTS, type Column } from './columns.ts';
import { expect, expireSession, type Stage, type StageOptions } from './stage.ts';
import type { Cell } from './table.ts';

/** Actions of a person in a row of the table, and checks that they succeeded. */
export interface Driver {
  /** The requests that a fault of the network is about. */
  of: RegExp;
  /** Those of them that do the work, while others only read; a lost answer is one of these. */
  work?: RegExp;
  /** State before anything is loaded: a signed-in member, local keys. */
  arrive?(stage: Stage): Promise<StageOptions>;
  /** Goes up to the moment before the act. */
  prepare(stage: Stage): Promise<void>;
  act(stage: Stage): Promise<void>;
  /** Repeats the act after the screen showed a failure; as `act` when absent. */
  again?(stage: Stage): Promise<void>;
  /** Checks the visible success. */
  done(stage: Stage): Promise<void>;
  /** Number of stored results. */
  stored(stage: Stage): Promise<number>;
}

type Network = Exclude<Column, 'tab reopened'>;

/** Goes up to the moment before the act, while everything works. */
async function openAndPrepare(stage: Stage, driver: Driver, more: StageOptions = {}): Promise<void> {
  await stage.open({ ...(await driver.arrive?.(stage)), ...more });
  await driver.prepare(stage);
}

async function begin(stage: Stage, driver: Driver, column: Network, hurry = 1): Promise<void> {
  await openAndPrepare(stage, driver, { ...FAULTS[column].options, ...(hurry > 1 ? { impatient: true } : {}) });
  if (hurry > 1) await stage.hurry(hurry);
  await FAULTS[column].begin(stage, column === 'answer lost' ? (driver.work ?? driver.of) : driver.of);
}

const countOf = (stage: Stage, driver: Driver) =>
  expect.poll(() => driver.stored(stage), { message: 'stored so often', intervals: [50, 100, 200, 400] });

/** A reload retries everything in the outbox: the result stays at one. */
async function staysOnce(stage: Stage, driver: Driver): Promise<void> {
  await stage.page.reload();
  await stage.page.locator('h1').first().waitFor({ state: 'attached' });
  await expect.poll(() => waitingIn(stage), { message: 'nothing waits any more' }).toBe(0);
  expect(await driver.stored(stage)).toBe(1);
}

/** Entries of the outbox on the device that were not refused. */
function waitingIn(stage: Stage): Promise<number> {
  return stage.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const open = indexedDB.open('AudioDB');
        open.addEventListener('error', () => resolve(0));
        open.addEventListener('success', () => {
          const database = open.result;
          if (!database.objectStoreNames.contains('outbox')) {
            database.close();
            resolve(0);
            return;
          }
          const all = database.transaction('outbox').objectStore('outbox').getAll();
          all.addEventListener('success', () => {
            database.close();
            resolve((all.result as { refused?: unknown }[]).filter(({ refused }) => refused === undefined).length);
          });
          all.addEventListener('error', () => resolve(0));
        });
      }),
  );
}

/** The words are visible somewhere on the screen. */
export const shows =
  (words: string | RegExp) =>
  async (stage: Stage): Promise<void> => {
    await expect(stage.page.getByText(words).first()).toBeVisible();
  };

type Sees = (stage: Stage) => Promise<void>;

/** The screen shows that it is in the outbox; it is sent once, without the visitor, when the fault is over. */
export const goesOutLater =
  (driver: Driver, column: Network, sees: Sees): Cell =>
  async (stage) => {
    await begin(stage, driver, column);
    await driver.act(stage);
    await sees(stage);
    expect(await driver.stored(stage), 'nothing has arrived yet').toBe(0);
    await FAULTS[column].end(stage);
    await countOf(stage, driver).toBe(1);
    await staysOnce(stage, driver);
  };

/** The screen shows the failure and keeps the typed text: repeated after the fault, the act is stored once. */
export const doneAgain =
  (driver: Driver, column: Network, sees: Sees): Cell =>
  async (stage) => {
    await begin(stage, driver, column);
    await driver.act(stage);
    await sees(stage);
    expect(await driver.stored(stage), 'nothing has arrived yet').toBe(0);
    await FAULTS[column].end(stage);
    await (driver.again ?? driver.act)(stage);
    await driver.done(stage);
    await countOf(stage, driver).toBe(1);
  };

/** The fault costs nothing but time, which may pass so many times faster. */
export const worksAllTheSame =
  (driver: Driver, column: Network, hurry = 1): Cell =>
  async (stage) => {
    await begin(stage, driver, column, hurry);
    await driver.act(stage);
    await driver.done(stage);
    await countOf(stage, driver).toBe(1);
  };

/** The work was done but its answer was lost: it is repeated, by the app or by the person, and stored once. */
export const notTwice =
  (driver: Driver, sees: Sees, how: 'by itself' | 'by the person'): Cell =>
  async (stage) => {
    await begin(stage, driver, 'answer lost');
    await driver.act(stage);
    await sees(stage);
    await countOf(stage, driver).toBe(1);
    await FAULTS['answer lost'].end(stage);
    if (how === 'by the person') {
      await (driver.again ?? driver.act)(stage);
      await driver.done(stage);
    }
    await staysOnce(stage, driver);
  };

/** Acts, and closes the tab while the request has no answer. */
async function closeOnTheWay(stage: Stage, driver: Driver): Promise<void> {
  await openAndPrepare(stage, driver);
  stage.app.gate.break(driver.of, { kind: 'silence' });
  await driver.act(stage);
  await expect.poll(() => stage.app.gate.hit, { message: 'it is on its way' }).toBeGreaterThan(0);
  await stage.closeTab();
  // A line that the gate cuts before the browser does may be taken for a lost one, over which the browser sends the
  // request once more.
  await expect.poll(() => stage.app.gate.silent, { message: 'the browser has given up' }).toBe(0);
  stage.app.gate.heal();
}

/** The tab is closed before the answer, and opened again: it sends the entry from there, once. */
export const survivesTheTab =
  (driver: Driver, path: string): Cell =>
  async (stage) => {
    await closeOnTheWay(stage, driver);
    await stage.reopen(path);
    await countOf(stage, driver).toBe(1);
    await staysOnce(stage, driver);
  };

/**
 * The tab is closed before the answer, and the screen had promised nothing; opened again, it shows the true state, and
 * the work is done once.
 */
export const doneAfterReopening =
  (driver: Driver): Cell =>
  async (stage) => {
    await closeOnTheWay(stage, driver);
    await stage.reopen('/about');
    await driver.prepare(stage);
    await driver.act(stage);
    await driver.done(stage);
    await countOf(stage, driver).toBe(1);
  };

/** The member's access token has expired: it is renewed on the way, without any sign to the person. */
export const withOldToken =
  (driver: Driver): Cell =>
  async (stage) => {
    const arrival = (await driver.arrive?.(stage)) ?? {};
    const member = expireSession(arrival.member!, stage.app);
    await stage.open({ ...arrival, member });
    await driver.prepare(stage);
    await driver.act(stage);
    await driver.done(stage);
    await countOf(stage, driver).toBe(1);
  };
