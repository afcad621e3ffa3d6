/** The kind of browser, as the limits of local storage depend on it. */

type Browser = 'safari' | 'firefox' | 'chromium' | 'other';

export interface Device {
  browser: Browser;
  mobile: boolean;
}

/** Width in CSS px up to which a touch device counts as mobile; also the layout's breakpoint. */
const MOBILE_WIDTH = 768;

const MOBILE_AGENT = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i;

/** Classifies a device from its user agent, its viewport's width in CSS px, and whether it has touch. */
export function deviceOf(userAgent: string, width: number, touch: boolean): Device {
  const browser: Browser = /Firefox|FxiOS/.test(userAgent)
    ? 'firefox'
    : /Edg|Chrome|Chromium|CriOS/.test(userAgent)
      ? 'chromium'
      : /Safari/.test(userAgent)
        ? 'safari'
        : 'other';
  return { browser, mobile: MOBILE_AGENT.test(userAgent) || (width <= MOBILE_WIDTH && touch) };
}

/** The device this page runs on. */
export function thisDevice(): Device {
  return deviceOf(navigator.userAgent, window.innerWidth, navigator.maxTouchPoints > 0);
}

const LIMIT_MB: Record<Browser, { desktop: number; mobile: number }> = {
  safari: { desktop: 5, mobile: 2 },
  firefox: { desktop: 8, mobile: 3 },
  chromium: { desktop: 8, mobile: 2.5 },
  other: { desktop: 5, mobile: 2 },
};

/** Limit of one local key, MB (2^20 bytes). */
export function storageLimitMb({ browser, mobile }: Device): number {
  return LIMIT_MB[browser][mobile ? 'mobile' : 'desktop'];
}
