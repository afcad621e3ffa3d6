import { Button } from '#ui/controls/Button.tsx';

interface DeviceOfferProps {
  /** The name of a device that is played, but not heard. */
  name: string;
  onPlay: () => void;
  onDecline: () => void;
}

/** Offers to hear another MIDI device. */
export function DeviceOffer({ name, onPlay, onDecline }: DeviceOfferProps) {
  return (
    <>
      <Button look="outline" long onClick={onPlay}>
        {`Play with ${name}?`}
      </Button>
      <Button look="quiet" onClick={onDecline}>
        No
      </Button>
    </>
  );
}
