import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSnapshot } from 'valtio';
import { Scope } from '#core/lifetime/scope.ts';
import { QuickLoginForm } from '#screens/login/LoginForm.tsx';
import { RegisterForm } from '#screens/register/RegisterForm.tsx';
import { session } from '#features/session/state/session.ts';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { Row } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';

/** Clears a login error this long after the dialog closed, ms. */
const RESET_MS = 300;

/** Log-in and registration over the current screen. The screen stays after a login. */
export default function LoginDialog() {
  const { dialog, user } = useSnapshot(session);
  const [, navigate] = useLocation();
  const [refusal, setRefusal] = useState<string | null>(null);
  // Keep showing the open side during the closing animation.
  const [side, setSide] = useState(dialog ?? 'login');
  if (dialog !== null && dialog !== side) setSide(dialog);
  const open = dialog !== null && user === null;
  // Each opening starts with empty forms and no error.
  const [opening, setOpening] = useState({ open, count: 0 });
  if (opening.open !== open) {
    setOpening({ open, count: opening.count + (open ? 1 : 0) });
    if (open) setRefusal(null);
  }
  const close = () => {
    session.dialog = null;
  };
  useEffect(() => {
    if (open) return;
    // Signed in meanwhile, in this tab or another: close the dialog.
    session.dialog = null;
    const scope = new Scope();
    scope.timeout(() => setRefusal(null), RESET_MS);
    return () => scope.dispose();
  }, [open]);

  /** Closes the dialog before the screen changes under it. */
  const openReset = () => {
    session.dialog = null;
    navigate('/reset-password');
  };

  const closeAfterSignUp = (signedIn: boolean) => {
    close();
    if (!signedIn) navigate('/sign-up-success');
  };

  if (side === 'register') {
    return (
      <Dialog open={open} onOpenChange={close} title="Create Account" description="Keep every fragrance you make.">
        <RegisterForm key={opening.count} onRegistered={closeAfterSignUp}>
          <Row wrap columnGap={4} justify="between" size="small" tone="muted" className={form.links}>
            <p>
              Already have an account?{' '}
              <button type="button" onClick={() => (session.dialog = 'login')}>
                Sign in here
              </button>
            </p>
          </Row>
        </RegisterForm>
      </Dialog>
    );
  }
  return (
    <Dialog open={open} onOpenChange={close} title="Welcome Back">
      <QuickLoginForm
        key={opening.count}
        refusal={refusal}
        onRefusal={setRefusal}
        onLoggedIn={close}
        onSignUp={() => (session.dialog = 'register')}
        onForgot={openReset}
      />
    </Dialog>
  );
}
