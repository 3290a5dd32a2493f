import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * Of Debian's packages `chromium-headless-shell`, which has the engine alone and takes half of the processor's time, and `chromium`; CHROMIUM
 * names another.
 */
const PROGRAMS = process.env.CHROMIUM
  ? [process.env.CHROMIUM]
  : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const PROGRAM = PROGRAMS.find(program => existsSync(program));

/** Why no browser can run here; null where one can. */
export const chromiumHindrance = (): string | null =>
  PROGRAM ? null : `there is no ${PROGRAMS.join(' or ')}; CHROMIUM names another Chromium`;

/**
 * Starts a browser without a window. It ends with this process, however that ends: it is told what to do through a pipe,
 * and ends where that closes.
 */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: PROGRAM as string,
    args: ['--disable-gpu', '--font-render-hinting=none'],
  });
