import { matchRoute, type Parser } from 'wouter';
import CreateScreen from '#screens/create/Create.tsx';
import { lazyScreen, type LazyScreen } from './lazyScreen.tsx';
import type * as memberScreens from './memberScreens.ts';
import type * as storeScreens from './storeScreens.ts';

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

// Part of the first script: most visits begin here.
const Create = lazyScreen(() => Promise.resolve({ default: CreateScreen }));
const memberScreen = (name: keyof typeof memberScreens) =>
  lazyScreen(() => import('./memberScreens.ts').then((screens) => ({ default: screens[name] })));
const storeScreen = (name: keyof typeof storeScreens) =>
  lazyScreen(() => import('./storeScreens.ts').then((screens) => ({ default: screens[name] })));
const Login = memberScreen('Login');
const Legal = lazyScreen(() => import('#screens/legal/Legal.tsx'));
const loadResults = () => import('#screens/results/Results.tsx');
const Processing = lazyScreen(() => {
  // Load the results during the wait.
  void loadResults().catch(() => undefined);
  return import('#screens/processing/Processing.tsx');
});

export const ROUTES: readonly AppRoute[] = [
  { path: '/', title: 'Your sound, as a fragrance', screen: Create },
  { path: '/create', title: 'Create', label: 'Create', screen: Create },
  { path: '/processing', title: 'Composing your fragrance', screen: Processing },
  { path: '/results', title: 'Your Sound, Your Scent', screen: lazyScreen(loadResults) },
  {
    path: '/share/:shareId',
    title: 'Accord Fragrance Profile',
    screen: lazyScreen(() => import('#screens/share/Share.tsx')),
  },
  { path: '/listen', title: 'Store', screen: storeScreen('PlaylistRedirect') },
  {
    path: '/beat-maker',
    title: 'Beat Maker',
    label: 'Beats',
    screen: lazyScreen(() => import('#screens/beat-maker/BeatMaker.tsx')),
  },
  {
    path: '/scentwaves',
    title: 'Scentwaves',
    screen: lazyScreen(() => import('#screens/scentwaves/Scentwaves.tsx')),
  },
  {
    path: '/secret-keyboard',
    title: 'Sound Perfume Keyboard',
    screen: lazyScreen(() => import('#screens/secret-keyboard/SecretKeyboard.tsx')),
  },
  {
    path: '/customize',
    title: 'Customize your bottle',
    screen: storeScreen('Customize'),
  },
  { path: '/store', title: 'Store', label: 'Store', screen: storeScreen('Store') },
  {
    path: '/store/preorder/:id',
    title: 'Preorder',
    screen: storeScreen('Preorder'),
  },
  {
    path: '/playlist/:profileName',
    title: 'Community fragrance',
    screen: storeScreen('PlaylistEntry'),
  },
  { path: '/about', title: 'About', label: 'About', screen: lazyScreen(() => import('#screens/about/About.tsx')) },
  {
    path: '/contact',
    title: 'Contact',
    label: 'Contact',
    screen: lazyScreen(() => import('#screens/contact/Contact.tsx')),
  },
  { path: '/imprint', title: 'Imprint', screen: Legal },
  { path: '/privacy', title: 'Privacy', screen: Legal },
  { path: '/terms', title: 'Terms', screen: Legal },
  { path: '/login', title: 'Log in', screen: Login },
  { path: '/Login', title: 'Log in', screen: Login },
  { path: '/register', title: 'Join Accord', screen: memberScreen('Register') },
  {
    path: '/sign-up-success',
    title: 'Welcome',
    screen: memberScreen('SignUpSuccess'),
  },
  {
    path: '/confirm-email',
    title: 'Confirm your email',
    screen: memberScreen('ConfirmEmail'),
  },
  {
    path: '/reset-password',
    title: 'Reset your password',
    screen: memberScreen('ResetPassword'),
  },
  {
    path: '/change-password',
    title: 'Change your password',
    screen: memberScreen('ChangePassword'),
  },
  {
    path: '/profile/update-password',
    title: 'Choose a new password',
    screen: memberScreen('UpdatePassword'),
  },
  {
    path: '/profile/simple',
    title: 'Your profile',
    screen: memberScreen('ProfileSimple'),
  },
  { path: '/profile', title: 'Your profile', screen: memberScreen('Profile') },
];

/** The header's links: routes with a label. */
export const NAVIGATION_ROUTES = ROUTES.filter(
  (route): route is AppRoute & { label: string } => route.label !== undefined,
);

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
