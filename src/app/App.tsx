import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Route, Switch, useLocation, useRouter } from 'wouter';
import { useSnapshot } from 'valtio';
import { expectScreenFocus } from '../ui/screen/screenFocus.ts';
import { busy } from '../core/appState/busy.ts';
import { persisted } from '../core/appState/persist.ts';
import { answerReplacement, replacement } from '../core/appState/replacement.ts';
import { version } from '../core/appState/version.ts';
import { FlowerPlayer, type PlayedFlowerProps } from '../features/fragrance/components/sounding/flowerPlayer.ts';
import { dialogPart, lazyPart } from '../ui/loading/lazyPart.tsx';
import { NotFound } from '../ui/screen/NotFound.tsx';
import { Box, Row } from '../ui/layout/Box.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { screenIsThere, markScreenMounted } from './first/early.ts';
import { Footer } from './header/Footer.tsx';
import { Header } from './header/Header.tsx';
import { LazyNotices } from './notices/LazyNotices.tsx';
import { UpdateOffer } from './notices/UpdateOffer.tsx';
import { ROUTES, titleOf } from './routes.tsx';
import styles from './App.module.css';

const ReplaceQuestion = dialogPart(() => import('./notices/ReplaceQuestion.tsx'));
const PlayedFlower = lazyPart<PlayedFlowerProps>(() => import('./PlayedFlower.tsx'), {
  failed: (_, { still }) => still,
});
const playedFlower = (flower: PlayedFlowerProps) => <PlayedFlower {...flower} />;

/** The shell around every screen. Shows nothing until the persisted state was read. */
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
          <Suspense fallback={<p className={styles.loading}>Loading...</p>}>
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
  useEffect(screenIsThere, []);
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
