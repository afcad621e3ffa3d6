import { chosenOf } from '#bench/command.ts';

/** The engines by name; child.ts opens them. Peers need not be installed. */

export const OURS = 'accord';
/** Ours with its kernels in TypeScript, as where there is no WebAssembly with vectors. */
export const REFERENCE = 'accord (TypeScript)';

/** The packages of the peers, in the order of their columns. */
export const PEERS = { pitchy: 'pitchy', 'basic-pitch': '@spotify/basic-pitch' } as const;

export type PeerName = keyof typeof PEERS;
export const PEER_NAMES = Object.keys(PEERS) as PeerName[];

/** The peers that `--peers` names, or all, or none; null where nothing was named. @throws Refusal */
export const peersOf = (text: string | undefined): PeerName[] | null =>
  text === 'all' ? PEER_NAMES : text === 'none' ? [] : chosenOf('--peers', text, PEER_NAMES);
