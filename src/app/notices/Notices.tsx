import { useEffect, type CSSProperties } from 'react';
import { Toaster, toast, type ToastT } from 'sonner';
import { Scope } from '../../core/lifetime/scope.ts';
import { onNotice, type Notice } from '../../core/shell/notices.ts';
import styles from './Notices.module.css';

/** 4 s, 3 visible, top right (on a phone see `placeOf`), 356 px wide, 14 px apart, swiped away after 20 px. */
const DURATION_MS = 4000;
const VISIBLE = 3;
const GAP_PX = 14;
const WIDTH_PX = 356;
const SWIPE_PX = 20;
/** Where sonner gives a toast the whole width. */
const PHONE = '(max-width: 600px)';
/** On a phone: above the button that is docked at the bottom. */
const ABOVE_DOCK = 'calc(6.25rem + env(safe-area-inset-bottom))';
/** The swipe distance that sonner requires (its SWIPE_THRESHOLD is 45 and not an option). */
const SONNER_SWIPE_PX = 45;

const LOOK = {
  '--width': `${WIDTH_PX}px`,
  '--border-radius': 'var(--radius-md)',
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--hairline)',
  fontFamily: 'var(--sans)',
} as CSSProperties;

const CLASSES = {
  toast: styles['toast'] ?? '',
  title: styles['title'] ?? '',
  description: styles['description'] ?? '',
  icon: styles['icon'] ?? '',
};

/**
 * Visible toasts by the key of their notice. Removing one in sonner also removes its replacement (same id).
 */
const staying = new Map<string, { id: string | number; words: string }>();

/**
 * Where a notice appears. On a phone it takes the whole width and would cover the title of the screen: it stands at the
 * bottom there, unless a sheet is open, which has its buttons at the bottom.
 */
function placeOf(wanted: Notice['position']): NonNullable<ToastT['position']> {
  const top = wanted ?? 'top-right';
  const sheet = document.querySelector('dialog[open], [role="dialog"]') !== null;
  return window.matchMedia(PHONE).matches && !sheet ? 'bottom-center' : top;
}

function show({ kind, title, description, duration, position, key }: Notice): void {
  const words = `${title}\n${description ?? ''}`;
  const before = key === undefined ? undefined : staying.get(key);
  // Replace a repeated notice by a new toast: an update with the same words would not be visible.
  const again = before?.words === words;
  if (again) toast.dismiss(before.id);
  const earlier = again ? undefined : before?.id;
  const leave = ({ id }: ToastT): void => {
    if (key !== undefined && staying.get(key)?.id === id) staying.delete(key);
  };
  const id = toast[kind](title, {
    duration: duration ?? DURATION_MS,
    // Pass it even when undefined: otherwise a replaced notice keeps its description and its place.
    description,
    position: placeOf(position),
    onAutoClose: leave,
    onDismiss: leave,
    ...(earlier === undefined ? {} : { id: earlier }),
  });
  if (key !== undefined) staying.set(key, { id, words });
}

/** Dismisses a toast after a swipe of 20 px, by simulating the distance that sonner requires. */
function shortenSwipe({ target }: PointerEvent): void {
  const swiped = target instanceof Element ? target.closest<HTMLElement>('[data-sonner-toast]') : null;
  if (swiped === null) return;
  for (const property of ['--swipe-amount-x', '--swipe-amount-y']) {
    const amount = Number.parseFloat(swiped.style.getPropertyValue(property)) || 0;
    if (Math.abs(amount) >= SWIPE_PX && Math.abs(amount) < SONNER_SWIPE_PX)
      swiped.style.setProperty(property, `${Math.sign(amount) * SONNER_SWIPE_PX}px`);
  }
}

/** Shows the notices of src/core/shell/notices.ts as toasts. */
export default function Notices() {
  useEffect(() => {
    const stop = onNotice(show);
    return () => {
      stop();
      staying.clear();
    };
  }, []);
  useEffect(() => {
    const scope = new Scope();
    scope.listen(window, 'pointerup', shortenSwipe, { capture: true });
    return () => scope.dispose();
  }, []);
  return (
    <Toaster
      theme="system"
      position="top-right"
      duration={DURATION_MS}
      visibleToasts={VISIBLE}
      gap={GAP_PX}
      mobileOffset={{ bottom: ABOVE_DOCK }}
      swipeDirections={['right', 'top', 'bottom']}
      toastOptions={{ classNames: CLASSES }}
      style={LOOK}
    />
  );
}
