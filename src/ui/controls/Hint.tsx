import * as Tooltip from '@radix-ui/react-tooltip';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Text } from '../layout/Box.tsx';
import styles from './Hint.module.css';

/** Delay before a tooltip appears, ms. */
const HINT_DELAY_MS = 700;

/** Shares the tooltip delay among the hints of a screen. */
export function HintProvider({ children }: { children: ReactNode }) {
  return <Tooltip.Provider delayDuration={HINT_DELAY_MS}>{children}</Tooltip.Provider>;
}

interface HintProps {
  /** Text of the hint. */
  text: ReactNode;
  /** One button or link. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /**
   * Opens the hint on a tap, for controls without another action. A control with its own action sets it to false
   * and must not depend on the hint.
   */
  onTap?: boolean;
  /** Stays open over a press that changes its text, as on a play button. */
  stays?: boolean;
}

/**
 * A tooltip that opens after 700 ms of hovering, at once with keyboard focus, and on touch with a tap (a tap
 * elsewhere or Escape closes it).
 */
export function Hint({ text, children, side = 'top', onTap = true, stays = false }: HintProps) {
  const [open, setOpen] = useState(false);
  // Radix closes the tooltip on every press, and on every scroll.
  const holding = useRef(false);
  // Leaving the control closes it, also within the frame of the press.
  const release = () => {
    holding.current = false;
  };
  const hold = () => {
    holding.current = true;
    afterNextPaint(release);
  };
  const press = () => {
    if (stays) hold();
  };
  return (
    <Tooltip.Root open={open} onOpenChange={(next) => (next || !holding.current) && setOpen(next)}>
      <Tooltip.Trigger
        asChild
        // The browser scrolls to a control that is out of sight.
        onFocus={hold}
        onBlur={release}
        onPointerLeave={release}
        onPointerDown={(event) => {
          press();
          if (onTap) event.preventDefault();
        }}
        onClick={(event) => {
          press();
          if (!onTap) return;
          // Radix closes on a click because it assumes hovering before; touch has no hover.
          event.preventDefault();
          // Positioning measures the whole page: paint the press first.
          afterNextPaint(() => setOpen(true));
        }}
      >
        {children}
      </Tooltip.Trigger>
      {/* Inside the landmark, so that screen readers that navigate by regions find it. */}
      <Tooltip.Portal container={document.querySelector('main')}>
        <Text
          as={Tooltip.Content}
          size="small"
          surface="inked"
          radius="sm"
          className={styles.hint}
          side={side}
          sideOffset={8}
          collisionPadding={16}
        >
          {text}
        </Text>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
