import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useSnapshot } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { isFragranceName, readFragrance } from '#features/fragrance/domain/schema/fragrance.ts';
import { fragrance as currentFragrance } from '#features/fragrance/state/current.ts';
import { hasStorageError, consumeStorageError, loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';
import { leaveProcessing, processing } from '#features/create/state/processing/processing.ts';

/** State handed over by another screen; missing on a shared link, so never required. */
interface ResultsState {
  loadedProfile?: { name: unknown; profile: unknown };
  fromPlaylist?: boolean;
}

export interface DisplayedFragrance {
  fragrance: Fragrance;
  name: string;
  fromPlaylist: boolean;
}

/** The fragrance in the navigation state, if valid. */
export function fragranceFromState(state: unknown): DisplayedFragrance | null {
  if (typeof state !== 'object' || state === null) return null;
  const { loadedProfile, fromPlaylist } = state as ResultsState;
  if (typeof loadedProfile !== 'object' || loadedProfile === null) return null;
  const fragrance = readFragrance(loadedProfile.profile);
  if (fragrance === null) return null;
  const name = isFragranceName(loadedProfile.name) ? loadedProfile.name : fragrance.name;
  return { fragrance, name, fromPlaylist: fromPlaylist === true };
}

/**
 * The fragrance to show, or null while it loads. Without one, shows a notice and goes to the create screen; so it does
 * after a reload when the storage was full. A fragrance in memory is shown.
 */
export function useFragrance(): DisplayedFragrance | null {
  const [, navigate] = useLocation();
  const state = useHistoryState<unknown>();
  const { status } = useSnapshot(processing);
  const brought = useMemo(() => fragranceFromState(state), [state]);
  // Not in an effect: a prerendered page may already show its words, which must stay from the first render on.
  useState(() => brought === null && status !== 'analyzing' && !hasStorageError() && loadCurrentFragrance() !== null);
  const { current } = useSnapshot(currentFragrance);
  const shown = useRef(false);
  useEffect(() => {
    if (brought === null && currentFragrance.current === null && consumeStorageError()) {
      navigate('/create', { replace: true });
      return;
    }
    if (brought !== null || status === 'analyzing' || current !== null || loadCurrentFragrance() !== null) return;
    // The member has logged out on this screen, which stashed the fragrance.
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
  }, [navigate, brought, status, current]);
  useEffect(() => {
    if (current !== null) shown.current = true;
  }, [current]);
  useEffect(() => {
    // Now it is no longer new for the create screen.
    if (brought === null && status === 'done') leaveProcessing();
  }, [brought, status]);
  if (brought !== null) return brought;
  return current === null ? null : { fragrance: current as Fragrance, name: current.name, fromPlaylist: false };
}
