import { chosenOf } from '#bench/command.ts';

/** The engines by name; child.ts opens them. Peers need not be installed. */

export const ACCORD_ENGINE = 'accord';
/** Ours with its kernels in TypeScript, as where there is no WebAssembly with vectors. */
export const REFERENCE_ENGINE = 'accord (TypeScript)';

/** The packages of the peers, in the order of their columns. */
export const PEER_PACKAGES = { pitchy: 'pitchy', 'basic-pitch': '@spotify/basic-pitch' } as const;

export type PeerName = keyof typeof PEER_PACKAGES;
export const PEER_NAMES = Object.keys(PEER_PACKAGES) as PeerName[];

/** The peers that `--peers` names, or all, or none; null where nothing was named. @throws CommandError */
export const peersOf = (text: string | undefined): PeerName[] | null =>
  text === 'all' ? PEER_NAMES : text === 'none' ? [] : chosenOf('--peers', text, PEER_NAMES);
