import { Link, useLocation } from 'wouter';
import { ScreenHeading } from '../screen/ScreenHeading.tsx';
import { WiltedFlower } from '../screen/ExamplePicture.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { useConnectionBack } from './useConnectionBack.ts';

/** The paths of the create screen. */
const RECORDING_PATHS = ['/', '/create'];

/** Shown in place of a screen that could not be loaded. Retries on a press or when the connection is back. */
export function ScreenFailure({ onAgain }: { onAgain: () => void }) {
  const [path] = useLocation();
  useConnectionBack(onAgain);
  return (
    <section className="message">
      <WiltedFlower />
      <ScreenHeading className="title">This screen did not arrive</ScreenHeading>
      <LoadFailure what="screen" onAgain={onAgain} />
      {!RECORDING_PATHS.includes(path) && (
        <p className="muted">
          You can still <Link href="/create">record</Link>.
        </p>
      )}
    </section>
  );
}
