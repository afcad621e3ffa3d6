import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import LoginDialog from '#app/header/LoginDialog.tsx';
import { supabase } from '#core/backend/client.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { SUBMIT_WORDS } from '#features/community/state/submit.ts';
import { storeMailRequest } from '#features/members/state/requestedMails.ts';
import { REPORT_REASONS, type ReportReason } from '#features/moderation/domain/refusals.ts';
import ReportDialog from '#features/moderation/components/ReportDialog.tsx';
import { defaultProfile } from '#features/session/domain/member.ts';
import { clearUser, session } from '#features/session/state/session.ts';
import ConfirmEmail from '#screens/confirm-email/ConfirmEmail.tsx';
import Login from '#screens/login/Login.tsx';
import Register from '#screens/register/Register.tsx';
import SubmitDialog from '#screens/results/actions/SubmitDialog.tsx';
import SignUpSuccess from '#screens/sign-up-success/SignUpSuccess.tsx';
import { MELODY_FRAGRANCE } from '../testData.ts';
import {
  describeBackend,
  fakeService,
  json,
  profileRow,
  sessionOf,
  userOf,
  type FakeService,
} from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press, text, unmount } from '../support/mount.tsx';

let service: FakeService;
let notices: Notice[];
let stopListening: () => void;

beforeAll(async () => {
  describeBackend();
  await supabase();
});

beforeEach(() => {
  localStorage.clear();
  clearUser();
  service = fakeService();
  service.on(/POST \/auth\/v1\/logout/, () => new Response(null, { status: 204 }));
  service.on(/GET \/rest\/v1\/profiles/, () => json(profileRow('ada')));
  service.on(/GET \/rest\/v1\/fragrance_profiles/, () => json([]));
  notices = [];
  stopListening = onNotice((notice) => notices.push(notice));
});

afterEach(async () => {
  await unmount();
  await service.answered();
  stopListening();
  service.end();
  session.dialog = null;
  clearUser();
  localStorage.clear();
});

/** Fills a field as some password managers do: without an event. */
function fill(label: string, value: string): void {
  const input = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)!.control!;
  (input as HTMLInputElement).value = value;
}

const resendButtons = () =>
  allByRole('button', /send/i).filter(({ textContent }) => /again|new link/.test(textContent));
const bodiesOf = (path: string) => service.calls.filter((call) => call.path.startsWith(path)).map(({ body }) => body);

describe('the effect of a confirmation link', () => {
  test('is described before it is opened, correctly for another browser', async () => {
    storeMailRequest('signup', 'ada@example.com');
    for (const screen of [<Login key="login" />, <SignUpSuccess key="success" />]) {
      await mount(screen);
      expect(text()).toContain('In this browser the link in it logs you in at once.');
      expect(text()).toContain('In another one you choose your password again');
      expect(text()).not.toMatch(/any device|and you are in/);
    }
  });

  test.each([
    ['a browser that registered', true, 'If you registered here as ada@example.com, you are in at once.'],
    ['another one', false, 'In a browser in which you did not register, you choose your password again'],
  ])('is described on its page in %s', async (_, here, words) => {
    if (here) storeMailRequest('signup', 'ada@example.com');
    history.replaceState(null, '', '?type=signup&token_hash=token');
    await mount(<ConfirmEmail />);
    expect(byRole('button', 'Confirm my email')).toBeTruthy();
    expect(text()).toContain(words);
    expect(text()).toContain('somebody else may have registered your address');
  });

  test.each([false, true])('follows a question whose main answer is yes (a member is here: %s)', async (other) => {
    service.on(/POST \/auth\/v1\/verify/, () => json(sessionOf('ada')));
    service.on(/POST \/rest\/v1\/rpc\/keep_password/, () => json(false));
    if (other) session.user = defaultProfile({ id: 'eve', email: 'eve@example.com' });
    history.replaceState(null, '', '?type=signup&token_hash=token');
    await mount(<ConfirmEmail />);
    await press(byRole('button', 'Confirm my email'));
    await expect.poll(text).toContain('This link belongs to ada@example.com');
    expect(text()).toContain('Next you choose your password again: somebody else may have registered your address.');
    const [yes, no] = [byRole('button', 'Yes, this is my account'), byRole('button', 'It was not me')];
    const areaOf = (element: HTMLElement) => {
      const { width, height } = element.getBoundingClientRect();
      return width * height;
    };
    expect(areaOf(yes)).toBeGreaterThan(areaOf(no));
    expect(getComputedStyle(yes).backgroundColor).not.toBe(getComputedStyle(no).backgroundColor);
    await press(no);
    await expect.poll(text).toContain('Nothing has changed here');
    expect(text()).toContain('its owner chooses the password again');
    if (other) session.user = null;
  });
});

describe('after a registration', () => {
  test('every screen is correct for an address that has an account already', async () => {
    storeMailRequest('signup', 'ada@example.com');
    const known = 'If you have an account already, the mail says so, and nothing has changed.';
    for (const screen of [<Login key="login" />, <SignUpSuccess key="success" />]) {
      await mount(screen);
      expect(text()).toContain(known);
    }
    service.on(/POST \/rest\/v1\/rpc\/name_fault/, () => json(null));
    service.on(/POST \/auth\/v1\/signup/, () => json(userOf('ada')));
    await mount(<Register />);
    fill('Your Name', 'Ada');
    fill('Email', 'ada@example.com');
    fill('Password', 'correct horse');
    await press(byRole('button', 'Create Account'));
    await expect.poll(text).toContain('An email has been sent to verify your account.');
    expect(text()).toContain(known);
  });

  test('a login with an unconfirmed address leaves one control that sends the mail again', async () => {
    service.on(/POST \/auth\/v1\/token/, () =>
      json({ code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' }, 400),
    );
    service.on(/POST \/auth\/v1\/resend/, () => json({}));
    storeMailRequest('signup', 'ada@example.com');
    await mount(<Login />);
    expect(resendButtons()).toHaveLength(1);
    fill('Email', 'Eve@example.com');
    fill('Password', 'correct horse');
    await press(byRole('button', 'Sign In'));
    await expect.poll(text).toContain('Email not confirmed');
    expect(resendButtons()).toHaveLength(1);
    await press(resendButtons()[0]!);
    await expect.poll(() => bodiesOf('/auth/v1/resend').map(({ email }) => email)).toEqual(['eve@example.com']);
  });
});

describe('a form', () => {
  const openDialog = async () => {
    session.dialog = 'login';
    await mount(<LoginDialog />);
    // Its sides are loaded when they are needed.
    await expect.poll(() => allByRole('button', 'Sign In')).toHaveLength(1);
  };
  const refusalAnswer = () =>
    json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400);

  test('reads values that a password manager has filled in without an event', async () => {
    service.on(/POST \/auth\/v1\/token/, refusalAnswer);
    await mount(<Login />);
    fill('Email', 'ada@example.com');
    fill('Password', 'correct horse');
    await press(byRole('button', 'Sign In'));
    await expect.poll(() => bodiesOf('/auth/v1/token')).toMatchObject([{ email: 'ada@example.com' }]);
    await expect
      .poll(() => notices)
      .toContainEqual(
        expect.objectContaining({
          kind: 'error',
          title: 'Login failed',
          description: 'Invalid email or password. Please try again.',
        }),
      );
  });

  test('reads such values in the dialog, too, and checks the address as the page does', async () => {
    service.on(/POST \/auth\/v1\/token/, refusalAnswer);
    await openDialog();
    await press(byRole('button', 'Sign In'));
    await expect.poll(text).toContain('Please enter both email and password');
    fill('Email', 'bad');
    fill('Password', 'correct horse');
    await press(byRole('button', 'Sign In'));
    await expect.poll(text).toContain('Please enter a valid email address');
    expect(bodiesOf('/auth/v1/token')).toEqual([]);
    fill('Email', 'ada@example.com');
    await press(byRole('button', 'Sign In'));
    await expect.poll(() => bodiesOf('/auth/v1/token')).toMatchObject([{ email: 'ada@example.com' }]);
  });

  test('sends a reset link from the dialog to the address in its field, after a refusal', async () => {
    service.on(/POST \/auth\/v1\/recover/, () => json({}));
    await openDialog();
    expect(allByRole('button', 'Email me a reset link')).toHaveLength(0);
    await press(byRole('button', 'Sign In'));
    await expect.poll(() => allByRole('button', 'Email me a reset link')).toHaveLength(1);
    fill('Email', 'ada@example.com');
    await press(byRole('button', 'Email me a reset link'));
    await expect.poll(() => bodiesOf('/auth/v1/recover').map(({ email }) => email)).toEqual(['ada@example.com']);
    await change(() => (session.dialog = null));
  });

  test('reads values of a report that were filled in without an event', async () => {
    const reports: unknown[] = [];
    const onReport = async (report: unknown) => {
      reports.push(report);
      return null;
    };
    await mount(<ReportDialog open onOpenChange={() => {}} name="Rose" onReport={onReport} />);
    await expect.poll(() => allByRole('button', 'Report')).toHaveLength(1);
    const [reason] = Object.entries(REPORT_REASONS)[0]!;
    fill('What is wrong with it?', REPORT_REASONS[reason as ReportReason]);
    fill('In your words (optional)', 'It is mine.');
    await press(byRole('button', 'Report'));
    await expect.poll(() => reports).toEqual([{ reason, details: 'It is mine.' }]);
  });

  test('reads values of a submission that were filled in without an event', async () => {
    await mount(<SubmitDialog open onOpenChange={() => {}} fragrance={MELODY_FRAGRANCE} />);
    await expect.poll(() => allByRole('button', 'Submit')).toHaveLength(1);
    fill('Your Name', 'Ada');
    fill('Your Email', 'bad');
    await press(byRole('button', 'Submit'));
    await expect.poll(text).toContain(SUBMIT_WORDS.email);
  });
});
