import { matchRoute, type Parser } from 'wouter';
import { lazyScreen, type LazyScreen } from './lazyScreen.tsx';
import {
  lazyAbout,
  lazyBeatMaker,
  lazyChangePassword,
  lazyConfirmEmail,
  lazyContact,
  lazyCreate,
  lazyCustomize,
  lazyLegal,
  lazyPlaylistRedirect,
  lazyLogin,
  lazyPlaylistEntry,
  lazyPreorder,
  lazyProcessing,
  lazyProfile,
  lazyProfileSimple,
  lazyRegister,
  lazyResetPassword,
  lazyResults,
  lazyScentwaves,
  lazySecretKeyboard,
  lazyShare,
  lazySignUpSuccess,
  lazyStore,
  lazyUpdatePassword,
} from '../screens/index.ts';

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

const Create = lazyScreen(lazyCreate);
const Login = lazyScreen(lazyLogin);
const Legal = lazyScreen(lazyLegal);
const loadResults = lazyResults;
const Processing = lazyScreen(() => {
  // Load the results during the wait.
  void loadResults().catch(() => undefined);
  return lazyProcessing();
});

export const ROUTES: readonly AppRoute[] = [
  { path: '/', title: 'Your sound, as a fragrance', screen: Create },
  { path: '/create', title: 'Create', label: 'Create', screen: Create },
  { path: '/processing', title: 'Composing your fragrance', screen: Processing },
  { path: '/results', title: 'Your Sound, Your Scent', screen: lazyScreen(loadResults) },
  {
    path: '/share/:shareId',
    title: 'Accord Fragrance Profile',
    screen: lazyScreen(lazyShare),
  },
  { path: '/listen', title: 'Store', screen: lazyScreen(lazyPlaylistRedirect) },
  {
    path: '/beat-maker',
    title: 'Beat Maker',
    label: 'Beats',
    screen: lazyScreen(lazyBeatMaker),
  },
  {
    path: '/scentwaves',
    title: 'Scentwaves',
    screen: lazyScreen(lazyScentwaves),
  },
  {
    path: '/secret-keyboard',
    title: 'Sound Perfume Keyboard',
    screen: lazyScreen(lazySecretKeyboard),
  },
  {
    path: '/customize',
    title: 'Customize your bottle',
    screen: lazyScreen(lazyCustomize),
  },
  { path: '/store', title: 'Store', label: 'Store', screen: lazyScreen(lazyStore) },
  {
    path: '/store/preorder/:id',
    title: 'Preorder',
    screen: lazyScreen(lazyPreorder),
  },
  {
    path: '/playlist/:profileName',
    title: 'Community fragrance',
    screen: lazyScreen(lazyPlaylistEntry),
  },
  { path: '/about', title: 'About', label: 'About', screen: lazyScreen(lazyAbout) },
  {
    path: '/contact',
    title: 'Contact',
    label: 'Contact',
    screen: lazyScreen(lazyContact),
  },
  { path: '/imprint', title: 'Imprint', screen: Legal },
  { path: '/privacy', title: 'Privacy', screen: Legal },
  { path: '/terms', title: 'Terms', screen: Legal },
  { path: '/login', title: 'Log in', screen: Login },
  { path: '/Login', title: 'Log in', screen: Login },
  { path: '/register', title: 'Join Accord', screen: lazyScreen(lazyRegister) },
  {
    path: '/sign-up-success',
    title: 'Welcome',
    screen: lazyScreen(lazySignUpSuccess),
  },
  {
    path: '/confirm-email',
    title: 'Confirm your email',
    screen: lazyScreen(lazyConfirmEmail),
  },
  {
    path: '/reset-password',
    title: 'Reset your password',
    screen: lazyScreen(lazyResetPassword),
  },
  {
    path: '/change-password',
    title: 'Change your password',
    screen: lazyScreen(lazyChangePassword),
  },
  {
    path: '/profile/update-password',
    title: 'Choose a new password',
    screen: lazyScreen(lazyUpdatePassword),
  },
  {
    path: '/profile/simple',
    title: 'Your profile',
    screen: lazyScreen(lazyProfileSimple),
  },
  { path: '/profile', title: 'Your profile', screen: lazyScreen(lazyProfile) },
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
