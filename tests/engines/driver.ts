import type { Page } from '@playwright/test';
import type { SoundCard } from './soundCard.ts';

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** An element of a page as a person looks for it; a text may be part of a longer one. */
export type Target =
  | { role: 'button' | 'dialog' | 'heading' | 'menuitem'; name: string | RegExp }
  | { label: string }
  | { text: string | RegExp }
  | { css: string };

export const button = (name: string | RegExp): Target => ({ role: 'button', name });
export const heading = (name: string | RegExp): Target => ({ role: 'heading', name });

/** One page in one engine: as much as the flow needs, for any way of driving the browser. */
export interface Driver {
  readonly engine: Engine;
  readonly card: SoundCard;
  /** Opens a path of the app. */
  open(path: string): Promise<void>;
  /** Address of the page: path, query and fragment. */
  path(): Promise<string>;
  /** Waits until it is visible. */
  see(target: Target, timeout?: number): Promise<void>;
  /** Waits until it can be clicked, and clicks it. */
  click(target: Target): Promise<void>;
  /** Replaces the content of a field. */
  type(target: Target, text: string): Promise<void>;
  /** Presses a key of the keyboard and keeps it down; one letter, or a name such as Enter. */
  down(key: string): Promise<void>;
  up(key: string): Promise<void>;
  /** Runs a function in the page. */
  evaluate: Page['evaluate'];
  screenshot(): Promise<Buffer>;
  /** Errors and warnings of the page's console, and uncaught errors. */
  readonly loud: string[];
  close(): Promise<void>;
}
