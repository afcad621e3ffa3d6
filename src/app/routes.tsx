import { matchRoute, type Parser } from 'wouter';
import { lazyScreen, type LazyScreen } from './lazyScreen.tsx';

/**
 * Every route of the app. A screen is loaded on its first visit; one with a `label` appears in the header.
 */
interface AppRoute {
  path: string;
  /** The page's title. */
  title: string;
  /** The word in the header. */
  label?: string;
  screen: LazyScreen;
}

const Create = lazyScreen(() => import('../screens/create/Create.tsx'));
const Login = lazyScreen(() => import('../screens/login/Login.tsx'));
const Legal = lazyScreen(() => import('../screens/legal/Legal.tsx'));
const loadResults = () => import('../screens/results/Results.tsx');
const Processing = lazyScreen(() => {
  // Load the results during the wait.
  void loadResults().catch(() => undefined);
  return import('../screens/processing/Processing.tsx');
});

export const ROUTES: readonly AppRoute[] = [
  { path: '/', title: 'Your sound, as a fragrance', screen: Create },
  { path: '/create', title: 'Create', label: 'Create', screen: Create },
  { path: '/processing', title: 'Composing your fragrance', screen: Processing },
  { path: '/results', title: 'Your Sound, Your Scent', screen: lazyScreen(loadResults) },
  {
    path: '/share/:shareId',
    title: 'Accord Fragrance Profile',
    screen: lazyScreen(() => import('../screens/share/Share.tsx')),
  },
  { path: '/listen', title: 'Store', screen: lazyScreen(() => import('../screens/store/PlaylistRedirect.tsx')) },
  {
    path: '/beat-maker',
    title: 'Beat Maker',
    label: 'Beats',
    screen: lazyScreen(() => import('../screens/beat-maker/BeatMaker.tsx')),
  },
  {
    path: '/scentwaves',
    title: 'Scentwaves',
    screen: lazyScreen(() => import('../screens/scentwaves/Scentwaves.tsx')),
  },
  {
    path: '/secret-keyboard',
    title: 'Sound Perfume Keyboard',
    screen: lazyScreen(() => import('../screens/secret-keyboard/SecretKeyboard.tsx')),
  },
  {
    path: '/customize',
    title: 'Customize your bottle',
    screen: lazyScreen(() => import('../screens/customize/Customize.tsx')),
  },
  { path: '/store', title: 'Store', label: 'Store', screen: lazyScreen(() => import('../screens/store/Store.tsx')) },
  {
    path: '/store/preorder/:id',
    title: 'Preorder',
    screen: lazyScreen(() => import('../screens/preorder/Preorder.tsx')),
  },
  {
    path: '/playlist/:profileName',
    title: 'Community fragrance',
    screen: lazyScreen(() => import('../screens/playlist/PlaylistEntry.tsx')),
  },
  { path: '/about', title: 'About', label: 'About', screen: lazyScreen(() => import('../screens/about/About.tsx')) },
  {
    path: '/contact',
    title: 'Contact',
    label: 'Contact',
    screen: lazyScreen(() => import('../screens/contact/Contact.tsx')),
  },
  { path: '/imprint', title: 'Imprint', screen: Legal },
  { path: '/privacy', title: 'Privacy', screen: Legal },
  { path: '/terms', title: 'Terms', screen: Legal },
  { path: '/login', title: 'Log in', screen: Login },
  { path: '/Login', title: 'Log in', screen: Login },
  { path: '/register', title: 'Join Accord', screen: lazyScreen(() => import('../screens/register/Register.tsx')) },
  {
    path: '/sign-up-success',
    title: 'Welcome',
    screen: lazyScreen(() => import('../screens/sign-up-success/SignUpSuccess.tsx')),
  },
  {
    path: '/confirm-email',
    title: 'Confirm your email',
    screen: lazyScreen(() => import('../screens/confirm-email/ConfirmEmail.tsx')),
  },
  {
    path: '/reset-password',
    title: 'Reset your password',
    screen: lazyScreen(() => import('../screens/reset-password/ResetPassword.tsx')),
  },
  {
    path: '/change-password',
    title: 'Change your password',
    screen: lazyScreen(() => import('../screens/change-password/ChangePassword.tsx')),
  },
  {
    path: '/profile/update-password',
    title: 'Choose a new password',
    screen: lazyScreen(() => import('../screens/update-password/UpdatePassword.tsx')),
  },
  {
    path: '/profile/simple',
    title: 'Your profile',
    screen: lazyScreen(() => import('../screens/profile/ProfileSimple.tsx')),
  },
  { path: '/profile', title: 'Your profile', screen: lazyScreen(() => import('../screens/profile/Profile.tsx')) },
];

/** The header's links: routes with a label. */
export const NAVIGATION = ROUTES.filter((route): route is AppRoute & { label: string } => route.label !== undefined);

/** The page's title for a path; `parser` is the router's. */
export function titleOf(path: string, parser: Parser): string {
  const route = ROUTES.find((candidate) => matchRoute(parser, candidate.path, path)[0]);
  const title = route?.title ?? 'Page not found';
  if (title.startsWith('Accord ')) return title;
  return path === '/' ? `Accord · ${title}` : `${title} · Accord`;
}

/** The pattern of a route as the source of a regular expression, for code without a router. */
export const patternOf = (path: string): string => `^${path.replace(/:\w+/g, '[^/]+')}/?$`;

/** The screen at a path; undefined for an unknown path. */
export function screenAt(path: string): LazyScreen | undefined {
  return ROUTES.find((route) => new RegExp(patternOf(route.path), 'i').test(path))?.screen;
}
