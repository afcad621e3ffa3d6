import { useEffect, type CSSProperties } from 'react';
import { Toaster, toast, type ToastT } from 'sonner';
import { Scope } from '#core/lifetime/scope.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import buttonStyles from '#ui/controls/Button.module.css';
import styles from './Notices.module.css';

/** 4 s, 3 visible, top right (but see `placeOf`), 356 px wide, 14 px apart, swiped away after 20 px. */
const DURATION_MS = 4000;
const MAX_VISIBLE = 3;
const GAP_PX = 14;
const WIDTH_PX = 356;
const SWIPE_PX = 20;
/** Width up to which sonner gives a toast the whole width. */
const PHONE_QUERY = '(max-width: 600px)';
/** A phone on its side. */
const SIDEWAYS_QUERY = '(max-height: 30em)';
/** Below the header; over it on a phone on its side. */
const TOP_OFFSET = 'var(--notice-top)';
/** On a phone: over the header, so that title and keys stay free. */
const OVER_HEADER = 'calc((var(--header) - 44px) / 2 + env(safe-area-inset-top))';
/** On a phone: above the button that is docked at the bottom. */
const ABOVE_DOCK = 'calc(6.25rem + env(safe-area-inset-bottom))';
/** The swipe distance that sonner requires (its SWIPE_THRESHOLD is 45 and not an option). */
const SONNER_SWIPE_PX = 45;

const TOAST_STYLE = {
  '--width': `${WIDTH_PX}px`,
  '--border-radius': 'var(--radius-md)',
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--hairline)',
  fontFamily: 'var(--sans)',
} as CSSProperties;

const TOAST_CLASSES = {
  toast: styles['toast'] ?? '',
  title: styles['title'] ?? '',
  description: styles['description'] ?? '',
  icon: styles['icon'] ?? '',
};

/**
 * Visible toasts by the key of their notice. Removing one in sonner also removes its replacement (same id).
 */
const stayingToasts = new Map<string, { id: string | number; words: string }>();

/** Height of a notice with two lines of description, and lower edges of notices over the header, px. */
const HEIGHT_PX = 120;
const SIDEWAYS_BOTTOM_PX = 96;
const PHONE_BOTTOM_PX = 64;
const CONTROL_SELECTOR = 'a, button, input, select, textarea';

/** True when a notice at the top would cover the pressed or focused control, or a primary button. */
function isTakenAtTop(): boolean {
  const focused = document.activeElement?.matches(CONTROL_SELECTOR) === true ? [document.activeElement] : [];
  const primary = document.getElementsByClassName(buttonStyles['primary'] ?? '');
  const phone = window.matchMedia(PHONE_QUERY).matches;
  const left = phone ? 0 : window.innerWidth - WIDTH_PX - 2 * GAP_PX;
  const sideways = window.matchMedia(SIDEWAYS_QUERY).matches;
  const header = document.querySelector('header')?.getBoundingClientRect().height ?? 0;
  const top = phone || sideways ? 0 : header;
  const bottom = phone ? PHONE_BOTTOM_PX : sideways ? SIDEWAYS_BOTTOM_PX : top + HEIGHT_PX;
  return [...focused, ...primary].some((control) => {
    const box = control.getBoundingClientRect();
    return box.width > 0 && box.right > left && box.bottom > top && box.top < bottom;
  });
}

/** Place of a notice: the top, or the bottom when it would cover a control at the top. */
function placeOf(wanted: Notice['position']): NonNullable<ToastT['position']> {
  return isTakenAtTop() ? 'bottom-right' : (wanted ?? 'top-right');
}

function show({ kind, title, description, pageShowsRest = false, duration, position, key }: Notice): void {
  const words = `${title}\n${description ?? ''}`;
  const before = key === undefined ? undefined : stayingToasts.get(key);
  // Replace a repeated notice by a new toast: an update with the same words would not be visible.
  const isRepeated = before?.words === words;
  if (isRepeated) toast.dismiss(before.id);
  const earlier = isRepeated ? undefined : before?.id;
  const leave = ({ id }: ToastT): void => {
    if (key !== undefined && stayingToasts.get(key)?.id === id) stayingToasts.delete(key);
  };
  const id = toast[kind](title, {
    duration: duration ?? DURATION_MS,
    // Pass it even when undefined: otherwise a replaced notice keeps its description and its place.
    description,
    className: pageShowsRest ? (styles['brief'] ?? '') : '',
    position: placeOf(position),
    onAutoClose: leave,
    onDismiss: leave,
    ...(earlier === undefined ? {} : { id: earlier }),
  });
  if (key !== undefined) stayingToasts.set(key, { id, words });
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

/** Shows the notices of src/core/appState/notices.ts as toasts. */
export default function Notices() {
  useEffect(() => {
    const stop = onNotice(show);
    return () => {
      stop();
      stayingToasts.clear();
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
      visibleToasts={MAX_VISIBLE}
      gap={GAP_PX}
      offset={{ top: TOP_OFFSET }}
      mobileOffset={{ top: OVER_HEADER, bottom: ABOVE_DOCK }}
      swipeDirections={['right', 'top', 'bottom']}
      toastOptions={{ classNames: TOAST_CLASSES }}
      style={TOAST_STYLE}
    />
  );
}
