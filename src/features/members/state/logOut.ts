import { ACCOUNT_NOTICE_MS, notify } from '#core/appState/notices.ts';
import { logOut } from './auth/auth.ts';

/** Logs the member out and shows the result. @returns false when the session stays */
export async function leaveAccount(): Promise<boolean> {
  const notifyAccount = (kind: 'success' | 'error', title: string, description?: string) =>
    notify({
      kind,
      title,
      ...(description === undefined ? {} : { description }),
      duration: ACCOUNT_NOTICE_MS,
      key: 'logout',
    });
  try {
    const out = await logOut();
    if (out === 'everywhere') notifyAccount('success', 'Logged out');
    else if (out === 'here')
      notifyAccount('success', 'Logged out', 'We could not reach our server. You are logged out on this device.');
    else notifyAccount('error', 'There was a problem logging you out. Please try again.');
    return out !== 'refused';
  } catch {
    notifyAccount('error', 'There was a problem logging you out. Please try again.');
    return false;
  }
}
