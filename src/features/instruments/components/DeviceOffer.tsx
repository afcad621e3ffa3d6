import { buttonClass, LONG_LABEL } from '#ui/controls/button.ts';

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
      <button type="button" className={buttonClass('outline', LONG_LABEL)} onClick={onPlay}>
        {`Play with ${name}?`}
      </button>
      <button type="button" className={buttonClass('quiet')} onClick={onDecline}>
        No
      </button>
    </>
  );
}
