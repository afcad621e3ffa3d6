import * as Tooltip from '@radix-ui/react-tooltip';
import { afterNextPaint } from '../../platform/lifetime/nextPaint.ts';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import styles from './Hint.module.css';

/** Delay before a tooltip appears, ms. */
export const HINT_DELAY_MS = 700;

/** Shares the tooltip delay among the hints of a screen. */
export function Hints({ children }: { children: ReactNode }) {
  return <Tooltip.Provider delayDuration={HINT_DELAY_MS}>{children}</Tooltip.Provider>;
}

export interface HintProps {
  /** What the hint says. */
  text: ReactNode;
  /** One button or link. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /**
   * A tap opens the hint: for controls that have no other action. A control with an action of its own leaves
   * it off and must not depend on the hint.
   */
  onTap?: boolean;
  /** It stays over a press that changes what it says, such as of a button that plays. */
  stays?: boolean;
}

/**
 * A tooltip that works for everyone: after 700 ms of hovering, at once with keyboard focus, and on touch with
 * a tap (a tap elsewhere or Escape closes it).
 */
export function Hint({ text, children, side = 'top', onTap = true, stays = false }: HintProps) {
  const [open, setOpen] = useState(false);
  // Radix closes with every press.
  const pressing = useRef(false);
  // Leaving closes it, also within the frame of the press.
  const release = () => {
    pressing.current = false;
  };
  const press = () => {
    if (!stays) return;
    pressing.current = true;
    afterNextPaint(release);
  };
  return (
    <Tooltip.Root open={open} onOpenChange={(next) => (next || !pressing.current) && setOpen(next)}>
      <Tooltip.Trigger
        asChild
        onBlur={release}
        onPointerLeave={release}
        onPointerDown={(event) => {
          press();
          if (onTap) event.preventDefault();
        }}
        onClick={(event) => {
          press();
          if (!onTap) return;
          // Radix closes on a click, because a mouse that clicks has hovered before; a finger has not.
          event.preventDefault();
          // Positioning measures the whole page: paint the press first.
          afterNextPaint(() => setOpen(true));
        }}
      >
        {children}
      </Tooltip.Trigger>
      {/* Inside the landmark, so that screen readers that navigate by regions find it. */}
      <Tooltip.Portal container={document.querySelector('main')}>
        <Tooltip.Content className={styles.hint} side={side} sideOffset={8} collisionPadding={16}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
