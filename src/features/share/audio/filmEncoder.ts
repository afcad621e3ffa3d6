import { Scope } from '#core/lifetime/scope.ts';
import type { FilmAnswer, FilmRequest } from '#workers/filmProtocol.ts';

/** Encodes a film in a worker with WebCodecs. */

export interface FilmOptions {
  /** Ends the work at once. */
  signal: AbortSignal;
  /** Receives the progress, 0 to 1. */
  onProgress: (share: number) => void;
}

/** True when a worker can paint and the browser has encoders. Codec support shows only when encoding begins. */
export function hasEncoders(): boolean {
  return (
    typeof VideoEncoder === 'function' && typeof AudioEncoder === 'function' && typeof OffscreenCanvas === 'function'
  );
}

/**
 * Encodes a film faster than real time; null when this browser has no encoder for it. Transfers the channels and the
 * bottle of the request.
 * @throws coded `film_failed`; an AbortError when cancelled
 */
export async function encodeFilm(request: FilmRequest, { signal, onProgress }: FilmOptions): Promise<Blob | null> {
  const scope = new Scope();
  try {
    return await new Promise<Blob | null>((resolve, reject) => {
      signal.throwIfAborted();
      scope.listen(signal, 'abort', () => reject(signal.reason as Error));
      const worker = new Worker(new URL('../../../../workers/film.worker.ts', import.meta.url), { type: 'module' });
      scope.add(() => worker.terminate());
      scope.listen<ErrorEvent>(worker, 'error', ({ message }) => reject(new Error(message)));
      scope.listen(worker, 'messageerror', () => reject(new Error('A message of the worker could not be read.')));
      scope.listen<MessageEvent<FilmAnswer>>(worker, 'message', ({ data }) => {
        switch (data.kind) {
          case 'progress':
            onProgress(data.share);
            return;
          case 'done':
            resolve(data.film);
            return;
          case 'unsupported':
            resolve(null);
            return;
          case 'failed':
            reject(data.error);
            return;
          default:
            data satisfies never;
        }
      });
      const { channels, bottle } = request;
      worker.postMessage(request, [...channels.map(({ buffer }) => buffer), ...(bottle === null ? [] : [bottle])]);
    });
  } finally {
    scope.dispose();
  }
}
