import type { CodedError } from '#core/values/errors.ts';
import type { FilmPlan } from '#features/fragrance/domain/drawing/film/filmPlan.ts';
import type { CardFragrance } from '#features/fragrance/domain/drawing/shareCard.ts';
import type { CardFont } from './cardProtocol.ts';

/** Main to worker: make this film. One request a worker; terminating the worker cancels it. */
export interface FilmRequest {
  fragrance: CardFragrance;
  plan: FilmPlan;
  link: string;
  fonts: CardFont[];
  /** The bottle without a name; null for none. */
  bottle: ImageBitmap | null;
  /** The film's sound from its beginning, one array a channel; they are transferred. */
  channels: Float32Array<ArrayBuffer>[];
  /** Hz. */
  sampleRate: number;
}

/** Worker to main. `unsupported`: this browser has no encoder for it. */
export type FilmAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; film: Blob }
  | { kind: 'unsupported' }
  | { kind: 'failed'; error: CodedError<'film_failed'> };
