/** How often is looked, ms. */
const LOOK_MS = 100;
/** A limit this many times over in real time is reached however little was computed. */
const PATIENCE = 10;

/** What passes: real time and computing time of this process, ms. */
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
 * Calls `over` once when something that begins now has computed for longer than `limit` ms; returns what ends the watch. It is the
 * process's computing time that counts: on a machine that has much else to do, real time says nothing about a statement.
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
