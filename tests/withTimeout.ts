import { WAIT_TIMEOUT_MS } from './timeouts.ts';

/** The real timers: a test may have turned the clock. */
const realSetTimeout = globalThis.setTimeout.bind(globalThis);
const callOff = globalThis.clearTimeout.bind(globalThis);

/** Interval of the polls, ms. */
const LOOK_MS = 20;

const describeState = (seen: unknown): string => {
  if (typeof seen === 'string') return seen === '' ? 'nothing' : seen;
  if (seen instanceof Error) return seen.message;
  return JSON.stringify(seen) ?? String(seen);
};

/** The error of a wait that has run out. */
const late = (what: string, seen: unknown, ms: number): Error =>
  new Error(`${what}: not within ${ms} ms. Seen last: ${describeState(seen)}`);

/**
 * The value of a promise, if it settles in time.
 * @param what names the awaited thing
 * @param seen reports the state meanwhile, such as the output of a process
 * @throws an Error with both, when it has not come after `ms`
 */
export async function withTimeout<T>(
  what: string,
  promise: PromiseLike<T>,
  seen: () => unknown = () => 'nothing',
  ms = WAIT_TIMEOUT_MS,
): Promise<T> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const runsOut = new Promise<never>((_resolve, reject) => {
    limit = realSetTimeout(() => reject(late(what, seen(), ms)), ms);
  });
  try {
    return await Promise.race([promise, runsOut]);
  } finally {
    callOff(limit);
  }
}

/**
 * Polls until the state is as it should be, by a timer: a page that is not rendered has no frames.
 * @returns the state then
 * @throws an Error with the last state, when it is not so after `ms`
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  isSo: (seen: T) => boolean,
  ms = WAIT_TIMEOUT_MS,
): Promise<T> {
  let last: unknown = 'nothing';
  let isOver = false;
  const looking = async (): Promise<T> => {
    for (;;) {
      const seen = await look();
      last = seen;
      if (isSo(seen) || isOver) return seen;
      await new Promise<void>((resolve) => realSetTimeout(resolve, LOOK_MS));
    }
  };
  try {
    return await withTimeout(what, looking(), () => last, ms);
  } finally {
    isOver = true;
  }
}

/**
 * The limit of a loop whose rounds have to be taken one by one: call the returned function in each.
 * @throws an Error with the last state, when a round comes after `ms`
 */
export function limitOf(what: string, ms = WAIT_TIMEOUT_MS): (seen: unknown) => void {
  const runsOut = performance.now() + ms;
  return (seen) => {
    if (performance.now() > runsOut) throw late(what, seen, ms);
  };
}

/** Length of a script's beginning that names it in a message, characters. */
const MAX_NAME_LENGTH = 160;

/**
 * Limits the computation of a page: Playwright waits for it as long as a test may take, and does not report for what.
 */
export function limitEvaluation(page: { evaluate: unknown; url(): string }): void {
  const evaluate = (page.evaluate as (work: unknown, argument?: unknown) => Promise<unknown>).bind(page);
  page.evaluate = (work: unknown, argument?: unknown) =>
    withTimeout(`what the page computes (${String(work).slice(0, MAX_NAME_LENGTH)})`, evaluate(work, argument), () =>
      page.url(),
    );
}

/** Limits the computations of all pages of a browser, in any context. */
export function limitPages<
  Options,
  Context extends { on(event: 'page', listener: typeof limitEvaluation): unknown },
>(browser: { newContext(options?: Options): Promise<Context> }): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.on('page', limitEvaluation);
    return context;
  };
}
