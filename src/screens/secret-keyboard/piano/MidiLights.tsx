import { useEffect, useRef } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import { onIncoming, onPedal } from '#features/instruments/state/keyboard/keyLights.ts';
import { Row } from '#ui/layout/Box.tsx';
import styles from './MidiLights.module.css';

/** Time for which a light is on after a message, ms. */
const LIT_MS = 120;

/** Lights for incoming messages and for the sustain pedal; set on the elements directly, without a render. */
export function MidiLights() {
  const incoming = useRef<HTMLSpanElement>(null);
  const pedal = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const scope = new Scope();
    let off: (() => void) | null = null;
    scope.add(
      onIncoming(() => {
        off?.();
        incoming.current!.toggleAttribute('data-lit', true);
        off = scope.timeout(() => incoming.current!.toggleAttribute('data-lit', false), LIT_MS);
      }),
    );
    scope.add(onPedal((isDown) => void pedal.current!.toggleAttribute('data-lit', isDown)));
    return () => scope.dispose();
  }, []);
  return (
    <Row as="p" gap={5} align="middle" size="tiny" tone="muted" className={styles.lights} aria-hidden="true">
      <Row as="span" ref={incoming} inline gap={2} align="middle" className={styles.light} data-dot="incoming">
        MIDI
      </Row>
      <Row as="span" ref={pedal} inline gap={2} align="middle" className={styles.light} data-dot="pedal">
        Pedal
      </Row>
    </Row>
  );
}
