import { useLocation } from 'wouter';
import type { SavedFragrance } from '../../features/fragrance/domain/index.ts';
import { PlayNotes } from '../../features/fragrance/parts/index.ts';
import { lazyRemix } from '../../features/instruments/state/index.ts';

/** Takes the notes of a public fragrance to the beat maker or the keyboard. */
export default function EntryRemixes({ fragrance }: { fragrance: SavedFragrance }) {
  const [, navigate] = useLocation();
  const play = async (on: 'beats' | 'keyboard') => {
    const { playWith } = await lazyRemix();
    navigate(playWith(fragrance, on));
  };
  return <PlayNotes onPlay={(on) => void play(on)} />;
}
