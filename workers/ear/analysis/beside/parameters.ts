/** Notes less certain than this to be of the music are of what sounds beside it, 0 to 1: for one voice and for several. */
export const BESIDE = { hardlyOfOne: 0.2, hardlyOfSeveral: 0.3 } as const;
