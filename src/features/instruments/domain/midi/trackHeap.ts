import type { TrackReader } from './trackReader.ts';

export interface HeapTrack {
  /** Index in the file: at equal ticks, earlier tracks come first. */
  index: number;
  reader: TrackReader;
}

const isBefore = (a: HeapTrack, b: HeapTrack): boolean =>
  a.reader.tick < b.reader.tick || (a.reader.tick === b.reader.tick && a.index < b.index);

/** A binary heap of tracks by the tick of their next event, as a file may have thousands. */
export class TrackHeap<Track extends HeapTrack> {
  readonly #tracks: Track[];

  constructor(tracks: readonly Track[]) {
    this.#tracks = [...tracks];
    for (let i = (tracks.length >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  first(): Track | null {
    return this.#tracks[0] ?? null;
  }

  /** Restores the order after the first track's tick has changed. */
  settleFirst(): void {
    this.#sink(0);
  }

  removeFirst(): void {
    const last = this.#tracks.pop();
    if (last === undefined || this.#tracks.length === 0) return;
    this.#tracks[0] = last;
    this.#sink(0);
  }

  #sink(from: number): void {
    const tracks = this.#tracks;
    const track = tracks[from];
    if (track === undefined) return;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < tracks.length && isBefore(tracks[child + 1]!, tracks[child]!)) child++;
      if (child >= tracks.length || !isBefore(tracks[child]!, track)) break;
      tracks[at] = tracks[child]!;
      at = child;
    }
    tracks[at] = track;
  }
}
