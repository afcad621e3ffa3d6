import { ScreenHeading } from '../screen/ScreenHeading.tsx';
import { WiltedFace } from '../screen/WiltedFace.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { useConnectionBack } from './useConnectionBack.ts';

/** Shown in place of a screen that could not be loaded. Retries on a press or when the connection is back. */
export function ScreenFailure({ onAgain }: { onAgain: () => void }) {
  useConnectionBack(onAgain);
  return (
    <section className="message">
      <WiltedFace />
      <ScreenHeading className="title">This screen did not arrive</ScreenHeading>
      <LoadFailure what="screen" onAgain={onAgain} />
    </section>
  );
}
