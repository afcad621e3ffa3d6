import { ACCOUNT_NOTICE_MS, notify } from '#core/appState/notices.ts';
import { logOut } from './auth/auth.ts';

/** Logs the member out and shows the result. @returns false when the session stays */
export async function leaveAccount(): Promise<boolean> {
  const tell = (kind: 'success' | 'error', title: string, description?: string) =>
    notify({
      kind,
      title,
      ...(description === undefined ? {} : { description }),
      duration: ACCOUNT_NOTICE_MS,
      key: 'logout',
    });
  try {
    const out = await logOut();
    if (out === 'everywhere') tell('success', 'Logged out');
    else if (out === 'here')
      tell('success', 'Logged out', 'We could not reach our server. You are logged out on this device.');
    else tell('error', 'There was a problem logging you out. Please try again.');
    return out !== 'refused';
  } catch {
    tell('error', 'There was a problem logging you out. Please try again.');
    return false;
  }
}
