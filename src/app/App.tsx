import { Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Route, Switch, useLocation, useRouter, Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { expectScreenFocus } from '#ui/screen/screenFocus.ts';
import { busy } from '#core/appState/busy.ts';
import { persisted } from '#core/appState/persist.ts';
import { answerReplacement, replacement } from '#core/appState/replacement.ts';
import { version } from '#core/appState/version.ts';
import { FlowerPlayer, type PlayedFlowerProps } from '#features/fragrance/components/sounding/flowerPlayer.ts';
import { dialogPart, lazyPart } from '#ui/loading/lazyPart.tsx';
import { NotFound } from '#ui/screen/NotFound.tsx';
import { Box, Row } from '#ui/layout/Box.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { replayEarlyInput, markScreenMounted } from './first/early.ts';
import { Header } from './header/Header.tsx';
import { LazyNotices } from './notices/LazyNotices.tsx';
import { ROUTES, titleOf } from './routes.tsx';
import styles from './App.module.css';
import { legalPages } from '#core/network/legalPages.ts';
import { instagramUrl } from '#core/network/config.ts';
import footerStyles from './header/Footer.module.css';
import { Button } from '#ui/controls/Button.tsx';
import offerStyles from './notices/UpdateOffer.module.css';

const ReplaceQuestion = dialogPart(() => import('./notices/ReplaceQuestion.tsx'));
const PlayedFlower = lazyPart<PlayedFlowerProps>(() => import('./PlayedFlower.tsx'), {
  failed: (_, { still }) => still,
});
const playedFlower = (flower: PlayedFlowerProps) => <PlayedFlower {...flower} />;

/** The frame around every screen. Shows nothing until the persisted state was read. */
export function App() {
  const { rehydrated } = useSnapshot(persisted);
  if (!rehydrated) return <p className="boot">Loading...</p>;
  return <Shell />;
}

function Shell() {
  const [location] = useLocation();
  useScreenChange(location);
  return (
    <>
      <Box as="a" radius="round" surface="inked" position="absolute" className={styles.skip} href="#screen">
        Skip to content
      </Box>
      <Header location={location} />
      <Row as="main" column className={styles.main} id="screen" tabIndex={-1}>
        <ErrorBoundary key={location}>
          <Suspense fallback={<p className={`loading ${styles.loading}`}>Loading...</p>}>
            <FlowerPlayer value={playedFlower}>
              <Switch>
                {ROUTES.map(({ path, screen: Screen }) => (
                  <Route key={path} path={path} component={Screen} />
                ))}
                <Route component={NotFound} />
              </Switch>
            </FlowerPlayer>
            <ScreenIsThere />
          </Suspense>
        </ErrorBoundary>
      </Row>
      <Footer />
      <LazyNotices />
      <Replace />
      <Update />
    </>
  );
}

/**
 * Rendered beside the screen: React hydrates a suspended screen, or its fallback, after everything around it.
 */
function ScreenIsThere() {
  useLayoutEffect(markScreenMounted, []);
  useEffect(replayEarlyInput, []);
  return null;
}

/** Confirms before a file from outside replaces unsaved work. */
function Replace() {
  const { asked } = useSnapshot(replacement);
  return asked !== null && <ReplaceQuestion open onOpenChange={(open) => open || answerReplacement(false)} />;
}

/** Offers a newer version while no running work would be lost. */
function Update() {
  const { offered } = useSnapshot(version);
  const { now } = useSnapshot(busy);
  return offered && !now && <UpdateOffer />;
}

/**
 * Handles a change of screen: sets the page's title, scrolls to the top, and focuses the new screen's heading once it
 * is there. The first screen keeps the focus where it is.
 */
function useScreenChange(location: string): void {
  const { parser } = useRouter();
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    document.title = titleOf(location, parser);
    if (shown.current !== null && shown.current !== location) {
      expectScreenFocus();
      window.scrollTo(0, 0);
    }
    shown.current = location;
  }, [location, parser]);
}

const CURRENT_YEAR = new Date().getFullYear();

const NO_PAGES = [] as const;
const subscribeToNothing = () => () => undefined;

/** The copyright line, the legal pages that the operator has written, and the link to Instagram. */
function Footer() {
  // The prerendered page has none: a meta element names the pages.
  const pages = useSyncExternalStore(subscribeToNothing, legalPages, () => NO_PAGES);
  return (
    <Row
      as="footer"
      gap={4}
      align="middle"
      justify="between"
      size="tiny"
      tone="muted"
      className={`page ${footerStyles.footer}`}
    >
      <p>{`© ${CURRENT_YEAR} Accord`}</p>
      {pages.map((page) => (
        <Row as={Link} key={page} inline align="middle" tappable className={footerStyles.legal} href={`/${page}`}>
          {page}
        </Row>
      ))}
      <Row as="a" inline align="middle" tappable href={instagramUrl()} target="_blank" rel="noopener noreferrer">
        Instagram
      </Row>
    </Row>
  );
}

/** Offers a new version: start it now or with the next visit. */
function UpdateOffer() {
  return (
    <Row as="aside" gap={3} align="middle" className={offerStyles.offer} aria-label="New version">
      <output>A new version of Accord is ready.</output>
      <Button variant="primary" className={offerStyles.button} onClick={() => window.location.reload()}>
        Update
      </Button>
      <Button variant="quiet" onClick={() => (version.offered = false)}>
        Later
      </Button>
    </Row>
  );
}
