/** Limits the number of requests in progress, per caller and in all, and so their total cost. */

export interface CrowdLimits {
  caller: number;
  all: number;
}

export const CROWD_LIMITS: CrowdLimits = { caller: 256, all: 4096 };

/**
 * @returns a function that admits a request: it returns the function to call at its end, or null when there are too
 * many
 */
export function createCrowd({ caller: most, all: mostOfAll }: CrowdLimits = CROWD_LIMITS): (
  caller: string,
) => (() => void) | null {
  const inside = new Map<string, number>();
  let all = 0;
  return (caller) => {
    const mine = inside.get(caller) ?? 0;
    if (mine >= most || all >= mostOfAll) return null;
    inside.set(caller, mine + 1);
    all++;
    return () => {
      all--;
      const left = inside.get(caller)! - 1;
      if (left > 0) inside.set(caller, left);
      else inside.delete(caller);
    };
  };
}
