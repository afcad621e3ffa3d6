/** What a file says of its tracks. */
export interface Tracks {
  /** True when it has a picture that moves. */
  video: boolean;
  /** What its sound tracks are written in (`alac`, `A_AC3` ...), as the file says. */
  sound: string[];
  /** Length of its sound by its samples, s; null where they do not tell. */
  seconds: number | null;
}
