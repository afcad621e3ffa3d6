import { counted } from '../../../core/values/words.ts';

/** The life of a room: it is open until its closing time, or until its maker closes it. Times in ms since 1970. */

/** How long a room is open when its maker does not say, hours. */
export const DEFAULT_HOURS = 8;
/** The longest time, hours: seven days. */
const MAX_HOURS = 168;
/** The times that the form offers, hours. */
export const OFFERED_HOURS = [1, 2, 4, 8, 24, 72, MAX_HOURS] as const;
/** Maximum faces of a room, hidden ones included. */
export const MAX_FACES = 500;
/** Maximum name, characters. */
export const MAX_ROOM_NAME_LENGTH = 60;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A whole number of hours within the limits; the default for anything else. */
export function hoursWithin(hours: number): number {
  if (!Number.isFinite(hours)) return DEFAULT_HOURS;
  return Math.min(MAX_HOURS, Math.max(1, Math.round(hours)));
}

export interface RoomLife {
  /** ISO date. */
  closesAt: string;
  /** Closed by its maker, by an owner of Accord, or because its maker was blocked. */
  closed: boolean;
}

/** True while faces can be added. A room without a readable closing time is closed. */
export function isOpen({ closesAt, closed }: RoomLife, now: number): boolean {
  return !closed && Date.parse(closesAt) > now;
}

interface Hideable {
  /** ISO date. */
  closesAt: string;
  hidden?: boolean | undefined;
}

/** True for a hidden room that may be given back: nobody knows whether, until it would have closed by itself. */
export function mayReopen({ closesAt, hidden }: Hideable, now: number): boolean {
  return hidden === true && Date.parse(closesAt) > now;
}

/** Time until it closes by itself, ms; 0 when it is closed. */
export function timeLeft(life: RoomLife, now: number): number {
  return isOpen(life, now) ? Date.parse(life.closesAt) - now : 0;
}

/** The time in words, rounded up: `3 days`, `8 hours`, `12 minutes`. */
export function durationWords(ms: number): string {
  const hours = Math.ceil(ms / HOUR);
  if (hours > 48) return counted(Math.ceil(hours / 24), 'day');
  if (ms > HOUR) return counted(hours, 'hour');
  return counted(Math.max(1, Math.ceil(ms / MINUTE)), 'minute');
}

/** What is said about the life of a room. */
export function lifeWords(life: RoomLife, now: number): string {
  const left = timeLeft(life, now);
  return left === 0 ? 'This room is closed.' : `Open for ${durationWords(left)} more.`;
}
