import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { loadLineage } from '../../fragrance/state/index.ts';
import { Remixes } from '../../fragrance/parts/index.ts';
import { lazyRemix } from '../../instruments/state/index.ts';
import type { SharedFragrance } from '../state/sharedFragrance.ts';

/** Takes the notes of a share elsewhere, and shows its lineage. */
export default function ShareRemixes({ fragrance }: { fragrance: SharedFragrance }) {
  const [, navigate] = useLocation();
  const { shareId, name, face, musicEssence } = fragrance;
  const load = useCallback(() => loadLineage({ kind: 'share', id: shareId }), [shareId]);
  const play = async (on: 'beats' | 'keyboard') => {
    const { playWith } = await lazyRemix();
    navigate(
      playWith({ kind: 'share', id: shareId, name: name ?? 'A shared fragrance' }, { ...face, musicEssence }, on),
    );
  };
  return <Remixes load={load} onPlay={(on) => void play(on)} />;
}
