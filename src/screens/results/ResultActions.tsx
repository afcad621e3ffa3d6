import { Link } from 'wouter';
import type { FragranceProfile } from '../../domain/profile.ts';
import { buttonClass } from '../../ui/button.ts';

export interface ResultActionsProps {
  profile: FragranceProfile;
  /** Opened from a playlist: nothing that belongs to the visitor's own sound is offered. */
  fromPlaylist: boolean;
}

/** What can be done with the fragrance, beside listening to it. The place of Share, Submit, Export and Save. */
export function ResultActions(_props: ResultActionsProps) {
  return (
    <Link href="/create" className={buttonClass('outline')}>
      Create another
    </Link>
  );
}
