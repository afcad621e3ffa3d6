/** Interval of the checks, ms. */
const LOOK_MS = 100;
/** Real time, as a multiple of the limit, that ends the watch regardless of computing time. */
const PATIENCE = 10;

/** Real time and computing time of this process, ms. */
export interface Clock {
  real(): number;
  computed(): number;
}

const clock: Clock = {
  real: () => performance.now(),
  computed() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Calls `over` once when the process has computed for longer than `limit` ms; returns a function that stops the watch.
 * Measures the process's computing time: on a busy machine, real time says nothing about a statement.
 */
export function watchTime(limit: number, over: () => void, { real, computed }: Clock = clock): () => void {
  const began = { real: real(), computed: computed() };
  const look = setInterval(() => {
    const passed = real() - began.real;
    if (passed < limit || (computed() - began.computed < limit && passed < PATIENCE * limit)) return;
    clearInterval(look);
    over();
  }, LOOK_MS);
  return () => clearInterval(look);
}
