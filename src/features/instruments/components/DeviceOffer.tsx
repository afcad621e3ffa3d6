import { Button } from '#ui/controls/Button.tsx';

interface DeviceOfferProps {
  /** The name of a device that sends notes, but is not selected. */
  name: string;
  onPlay: () => void;
  onDecline: () => void;
}

/** Offers to select another MIDI device. */
export function DeviceOffer({ name, onPlay, onDecline }: DeviceOfferProps) {
  return (
    <>
      <Button variant="outline" long onClick={onPlay}>
        {`Play with ${name}?`}
      </Button>
      <Button variant="quiet" onClick={onDecline}>
        No
      </Button>
    </>
  );
}
