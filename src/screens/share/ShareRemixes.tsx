import { useLocation } from 'wouter';
import { PlayNotes } from '../../features/fragrance/parts/index.ts';
import { lazyRemix } from '../../features/instruments/state/index.ts';
import type { SharedFragrance } from '../../features/share/state/sharedFragrance.ts';

/** Takes the notes of a share to the beat maker or the keyboard. */
export default function ShareRemixes({ fragrance: { face, musicEssence } }: { fragrance: SharedFragrance }) {
  const [, navigate] = useLocation();
  const play = async (on: 'beats' | 'keyboard') => {
    const { playWith } = await lazyRemix();
    navigate(playWith({ ...face, musicEssence }, on));
  };
  return <PlayNotes onPlay={(on) => void play(on)} />;
}
