import { existsSync, readdirSync } from 'node:fs';
import { findBrowser, which } from '#tests/browserPath.ts';
import { ENGINES, type Engine } from './driver.ts';

/** Debian's packages with a sound card for all engines, Firefox, and WebKit with a screen. */
export const DEBIAN_PACKAGES = [
  ['pulseaudio', 'pulseaudio-utils'],
  ['firefox-esr'],
  ['webkit2gtk-driver', 'xvfb'],
] as const;

/** The small browser that comes with WebKitGTK; its folder is named after the interface that it was built for. */
export function miniBrowser(): string | null {
  const root = '/usr/lib';
  if (process.platform !== 'linux' || !existsSync(root)) return null;
  for (const machine of readdirSync(root).filter((name) => name.endsWith('-linux-gnu')))
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']) {
      const path = `${root}/${machine}/${version}/MiniBrowser`;
      if (existsSync(path)) return path;
    }
  return null;
}

const MISSING_PROGRAMS: Readonly<Record<Engine, () => string[]>> = {
  chromium: () => (findBrowser() === null ? ['Chrome or Chromium'] : []),
  firefox: () => missingCommands('firefox-esr'),
  webkit: () => [...missingCommands('WebKitWebDriver', 'Xvfb'), ...(miniBrowser() === null ? ['MiniBrowser'] : [])],
};

const missingCommands = (...commands: string[]): string[] => commands.filter((command) => which(command) === null);

/** Reason for which an engine cannot be driven on this machine; null when it can. */
export function absence(engine: Engine): string | null {
  const list = [...MISSING_PROGRAMS[engine](), ...missingCommands('pulseaudio', 'pactl', 'pacat', 'parec')];
  return list.length === 0 ? null : `${engine} is not here (missing: ${list.join(', ')})`;
}

/** The engines that this machine has, with everything that driving them takes. */
export const installedBrowsers = (): Engine[] => ENGINES.filter((engine) => absence(engine) === null);
