import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSnapshot } from 'valtio';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { loadSavedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { session } from '#features/session/state/session.ts';

/**
 * The signed-in member, for screens that require one: null until the session is decided. Sends a visitor home with a
 * notice. Also loads the member's fragrances.
 */
export function useRequiredMember(): MemberProfile | null {
  const { user, isResolved } = useSnapshot(session);
  const [, navigate] = useLocation();
  const id = user?.id ?? '';
  const isSignedOut = isResolved && user === null;
  useEffect(() => {
    if (!isSignedOut) return;
    // No notice after a deliberate log-out.
    if (!session.isLoggingOut)
      notify({
        kind: 'error',
        title: 'Not logged in',
        description: 'Please log in to view your profile.',
        duration: NOTICE_MS,
        key: 'not-logged-in',
      });
    navigate('/', { replace: true });
  }, [isSignedOut, navigate]);
  useEffect(() => {
    if (id !== '' && isResolved) void loadSavedFragrances();
  }, [id, isResolved]);
  return user as MemberProfile | null;
}
