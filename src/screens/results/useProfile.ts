import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useSnapshot } from 'valtio';
import type { FragranceProfile } from '../../domain/fragrance/profile.ts';
import { fragrance, loadProfile, readableProfile, takeStorageError } from '../../state/fragrance/fragrance.ts';
import { notify, RESULTS_NOTICE_MS } from '../../state/shell/notices.ts';
import { processing } from '../../state/recording/processing.ts';

/** What another screen may hand over when it comes here; lost on a shared link, hence never relied on. */
export interface ResultsState {
  loadedProfile?: { name: string; profile: unknown };
  fromPlaylist?: boolean;
}

export interface Shown {
  profile: FragranceProfile;
  name: string;
  fromPlaylist: boolean;
}

/** The profile that navigation brought along, when it is one. */
export function handedOver(state: unknown): Shown | null {
  if (typeof state !== 'object' || state === null) return null;
  const { loadedProfile, fromPlaylist } = state as ResultsState;
  if (typeof loadedProfile !== 'object' || loadedProfile === null) return null;
  const profile = readableProfile(loadedProfile.profile);
  if (profile === null) return null;
  const name = typeof loadedProfile.name === 'string' && loadedProfile.name.trim() !== '' ? loadedProfile.name : profile.name;
  return { profile, name, fromPlaylist: fromPlaylist === true };
}

/**
 * The fragrance to show, or null while there is none yet. Without any, the visitor is told and sent to the
 * create screen; so they are when the storage is full.
 */
export function useProfile(): Shown | null {
  const [, navigate] = useLocation();
  const state = useHistoryState<unknown>();
  const { status } = useSnapshot(processing);
  const { profile: atHand } = useSnapshot(fragrance);
  const brought = handedOver(state);
  const shown = useRef(false);
  useEffect(() => {
    if (takeStorageError()) {
      navigate('/create', { replace: true });
      return;
    }
    if (handedOver(state) !== null || status === 'analyzing' || atHand !== null || loadProfile() !== null) return;
    // The member has logged out here, and the fragrance with them.
    if (shown.current) {
      navigate('/create', { replace: true });
      return;
    }
    notify({
      kind: 'error',
      title: 'No fragrance profile found',
      description: 'Please record audio first to generate a fragrance profile.',
      duration: RESULTS_NOTICE_MS,
      key: 'no-profile',
    });
    navigate('/create', { replace: true });
  }, [navigate, state, status, atHand]);
  useEffect(() => {
    if (atHand !== null) shown.current = true;
  }, [atHand]);
  if (brought !== null) return brought;
  return atHand === null ? null : { profile: atHand as FragranceProfile, name: atHand.name, fromPlaylist: false };
}
