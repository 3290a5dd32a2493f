import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Of Debian's package `chromium`; CHROMIUM names another. */
const PROGRAM = process.env.CHROMIUM || '/usr/bin/chromium';

/** Why no browser can run here; null where one can. */
export const chromiumHindrance = (): string | null =>
  existsSync(PROGRAM) ? null : `there is no ${PROGRAM}; CHROMIUM names another Chromium`;

/**
 * Starts a browser without a window. It ends with this process, however that ends: it is told what to do through a pipe,
 * and ends where that closes.
 */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: PROGRAM, args: ['--disable-gpu', '--font-render-hinting=none'] });
