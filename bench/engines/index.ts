import type { Engine } from './types.ts';

/**
 * The engines by name; ours is accuracy/adapter.ts. The caller loads the module of a peer, so that Node (from bench/peers) and a bundled page can
 * do it in different ways, and so that the peers need not be installed.
 */

export const OURS = 'accord';
/** Ours with its kernels in TypeScript, as where there is no WebAssembly with vectors. */
export const REFERENCE = 'accord (TypeScript)';

export interface PeerFacts {
  /** The package, and the module inside it. */
  package: string;
  /** Runs only if it is named, because of its size or its licence. */
  onRequest?: string;
}

/** In the order of their columns. */
export const PEERS = {
  pitchy: { package: 'pitchy' },
  pitchfinder: { package: 'pitchfinder' },
  aubiojs: { package: 'aubiojs' },
  'basic-pitch': { package: '@spotify/basic-pitch', onRequest: 'a neural network with TensorFlow' },
} as const satisfies Record<string, PeerFacts>;

export type PeerName = keyof typeof PEERS;
export const PEER_NAMES = Object.keys(PEERS) as PeerName[];

/** How the modules and files of a peer are loaded. */
export interface PeerSource {
  load(specifier: string): Promise<unknown>;
  /** A file of the peer's package. */
  asset(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Folder of the files of TensorFlow's WebAssembly backend, with a slash at its end. */
  wasmFolder: string;
}

/** An engine around the module of a peer. */
export async function peer(name: PeerName, { load, asset, wasmFolder }: PeerSource): Promise<Engine> {
  switch (name) {
    case 'pitchy':
      return (await import('./pitchy.ts')).pitchy(load);
    case 'pitchfinder':
      return (await import('./pitchfinder.ts')).pitchfinder(load);
    case 'aubiojs':
      return (await import('./aubio.ts')).aubio(load);
    case 'basic-pitch':
      return (await import('./basicPitch.ts')).basicPitch(load, asset, wasmFolder);
  }
}
