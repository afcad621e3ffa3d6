/** The tracks of a file. */
export interface Tracks {
  /** True with a video track. */
  video: boolean;
  /** Codecs of its sound tracks as in the file (`alac`, `A_AC3` ...). */
  sound: string[];
  /** Length of its sound by its samples, s; null if unknown. */
  seconds: number | null;
}
