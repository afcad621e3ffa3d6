import { useCallback } from 'react';
import { useLocation } from 'wouter';
import type { SavedFragrance } from '../../../fragrance/domain/index.ts';
import { loadLineage } from '../../../fragrance/state/index.ts';
import { Remixes } from '../../../fragrance/parts/index.ts';
import { lazyRemix } from '../../../instruments/state/index.ts';

/** Takes the notes of a public fragrance elsewhere, and shows its lineage. */
export default function EntryRemixes({ fragrance }: { fragrance: SavedFragrance }) {
  const [, navigate] = useLocation();
  const { id, name } = fragrance;
  const load = useCallback(() => loadLineage({ kind: 'fragrance', id }), [id]);
  const play = async (on: 'beats' | 'keyboard') => {
    const { playWith } = await lazyRemix();
    navigate(playWith({ kind: 'fragrance', id, name }, fragrance, on));
  };
  return <Remixes load={load} onPlay={(on) => void play(on)} />;
}
