import { lazy, type ComponentType } from 'react';
import { matchRoute, type Parser } from 'wouter';

/**
 * Every route of the app, in one list. A screen is loaded when it is first visited. A route whose
 * screen is still to come says so in words: give it `screen: lazy(() => import(...))` instead, and it
 * appears in the header by itself when it has a `label`.
 */
export interface AppRoute {
  path: string;
  /** The page's title. */
  title: string;
  /** The word in the header. */
  label?: string;
  screen: ComponentType;
  /** True while the screen only says what will be there. */
  coming?: boolean;
}

const Create = lazy(() => import('../screens/create/Create.tsx'));
const Coming = lazy(() => import('../screens/coming/Coming.tsx'));

/** A route that announces its screen. */
function coming(path: string, title: string, promise: string, label?: string): AppRoute {
  return { path, title, screen: () => <Coming title={title} promise={promise} />, coming: true, ...(label === undefined ? {} : { label }) };
}

export const ROUTES: readonly AppRoute[] = [
  { path: '/', title: 'Your sound, as a fragrance', screen: Create },
  { path: '/create', title: 'Create', label: 'Create', screen: Create },
  { path: '/processing', title: 'Composing your fragrance', screen: lazy(() => import('../screens/processing/Processing.tsx')) },
  { path: '/results', title: 'Your Sound, Your Scent', screen: lazy(() => import('../screens/results/Results.tsx')) },
  coming('/share/:shareId', 'Shared fragrance', 'a fragrance that somebody shared with you, with its notes and its sound'),
  coming('/beat-maker', 'Beat Maker', 'a grid of pads where every row is a note, and a rhythm becomes a fragrance', 'Beats'),
  coming('/scentwaves', 'Scentwaves', 'the analyser that turns an audio link into notes, grouped by scent family'),
  coming('/secret-keyboard', 'Sound Perfume Keyboard', 'nine octaves of keys, each key with a perfume note, for fingers, letters and MIDI'),
  coming('/customize', 'Customize your bottle', 'your fragrance on a bottle, with its name in a colour of your own'),
  coming('/store', 'Store', 'three bottles to preorder, and the fragrances other people made', 'Store'),
  coming('/store/preorder/:id', 'Preorder', 'one bottle in detail: its essence to hear, its notes to read, and the preorder'),
  coming('/playlist/:profileName', 'Community fragrance', 'a fragrance that its creator made public'),
  coming('/about', 'About', 'what Accord does, how it hears your notes, and what happens to a recording', 'About'),
  coming('/contact', 'Contact', 'a short form that reaches the people behind Accord', 'Contact'),
  coming('/login', 'Log in', 'the way into your own account'),
  coming('/Login', 'Log in', 'the way into your own account'),
  coming('/register', 'Join Accord', 'an account that keeps your fragrances'),
  coming('/sign-up-success', 'Welcome', 'the note that your account is on its way'),
  coming('/reset-password', 'Reset your password', 'a link by e-mail that lets you choose a new password'),
  coming('/change-password', 'Change your password', 'a link by e-mail that lets you choose a new password'),
  coming('/profile/update-password', 'Choose a new password', 'the form behind the link in our e-mail'),
  coming('/profile/simple', 'Your profile', 'your details, your sound and your fragrances on one page'),
  coming('/profile', 'Your profile', 'your details, your sound and your fragrances'),
];

/** The header's links: routes with a label whose screen is there. */
export const NAVIGATION = ROUTES.filter((route): route is AppRoute & { label: string } => route.label !== undefined && route.coming !== true);

/** The page's title for a path; `parser` is the router's. */
export function titleOf(path: string, parser: Parser): string {
  const route = ROUTES.find((candidate) => matchRoute(parser, candidate.path, path)[0]);
  const title = route?.title ?? 'Page not found';
  return path === '/' ? `Accord · ${title}` : `${title} · Accord`;
}
