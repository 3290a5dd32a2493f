import type { CDPSession, Page } from 'playwright-core';

/** One answer as it came over the wire. */
export interface Load {
  url: string;
  /** Head and body, compressed as they came. */
  bytes: number;
}

/** Lighthouse's slow 4G: the round trip in milliseconds, and bits a second. */
export const SLOW_4G = { latency: 150, down: 1.6e6, up: 750e3 };

/** What a page loads from now on. The cache of the browser is passed by. */
export class Traffic {
  readonly loads: Load[] = [];
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async record(page: Page): Promise<Traffic> {
    const session = await page.context().newCDPSession(page);
    const traffic = new Traffic(session);
    const urls = new Map<string, string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      traffic.loads.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
    );
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    return traffic;
  }

  /** From now on every answer comes as over a slow connection. */
  async slowDown({ latency, down, up } = SLOW_4G): Promise<void> {
    await this.#session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: down / 8,
      uploadThroughput: up / 8,
    });
  }

  /** The bytes of those answers whose URL matches. */
  bytes(url = /^http/): number {
    return this.loads.filter(load => url.test(load.url)).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
