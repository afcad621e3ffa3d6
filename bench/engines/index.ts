import { chosenOf } from '../command.ts';

/** The engines by name; ours is accuracy/adapter.ts. Peers need not be installed. */

export const OURS = 'accord';
/** Ours with its kernels in TypeScript, as where there is no WebAssembly with vectors. */
export const REFERENCE = 'accord (TypeScript)';

export interface PeerFacts {
  /** The package, and the module inside it. */
  package: string;
  /** Runs only if it is named, because of its size. */
  onRequest?: string;
}

/** In the order of their columns. */
export const PEERS = {
  pitchy: { package: 'pitchy' },
  'basic-pitch': { package: '@spotify/basic-pitch', onRequest: 'a neural network with TensorFlow' },
} as const satisfies Record<string, PeerFacts>;

export type PeerName = keyof typeof PEERS;
export const PEER_NAMES = Object.keys(PEERS) as PeerName[];

/** The peers that `--peers` names, or all, or none; null where nothing was named. @throws Refusal */
export const peersOf = (text: string | undefined): PeerName[] | null =>
  text === 'all' ? PEER_NAMES : text === 'none' ? [] : chosenOf('--peers', text, PEER_NAMES);
