/** How many requests are under way at once, from one caller and in all: whatever one costs, the sum has a bound. */

export interface CrowdLimits {
  caller: number;
  all: number;
}

export const CROWD_LIMITS: CrowdLimits = { caller: 256, all: 4096 };

/** @returns what a caller enters by: what to call when the request is over, or null when there are too many */
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
