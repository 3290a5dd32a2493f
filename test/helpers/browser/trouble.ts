import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';

/** What the browser says in the console of every answer that is an error, meant or not. */
const STATUS = /^Failed to load resource: the server responded with a status of (\d+)/;

/** Hears of what the policy forbids before any script of a page runs. The binding's name is nobody else's. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', event =>
  tellTrouble('the policy forbids ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

interface Meant {
  status: number;
  url: RegExp;
  times: number;
}

/**
 * What goes wrong on the pages of a context while a test looks elsewhere: errors and warnings in the console, uncaught errors, what the policy
 * forbids, requests to what is not the site, dialogs, downloads, pages that open, crashes.
 */
export class Trouble {
  readonly #found: string[] = [];
  readonly #meant: Meant[] = [];
  readonly #base: string;

  /** @param base nothing but what lies below it may be asked for */
  private constructor(base: URL) {
    this.#base = base.href;
  }

  static async watch(context: BrowserContext, base: URL): Promise<Trouble> {
    const trouble = new Trouble(base);
    const add = (what: string): void => void trouble.#found.push(what);
    await context.exposeBinding('tellTrouble', (_source, what: string) => add(what));
    await context.addInitScript({ content: REPORT_VIOLATIONS });
    context.on('console', message => trouble.#hear(message));
    context.on('weberror', error => add(`uncaught: ${error.error().stack ?? error.error()}`));
    context.on('request', request => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(trouble.#base))
        add(`a request to ${request.url()}`);
    });
    context.on('dialog', dialog => {
      add(`a dialog: ${dialog.message()}`);
      // It may be gone with its page.
      dialog.dismiss().catch(() => undefined);
    });
    let pages = 0;
    context.on('page', page => {
      if (++pages > 1) add(`a page opened: ${page.url()}`);
      page.on('crash', () => add('a page crashed'));
      page.on('download', download => add(`a download: ${download.url()}`));
    });
    return trouble;
  }

  /** An answer with this status is what the test is about: no trouble, but one where it does not come. */
  expectStatus(status: number, url: RegExp): void {
    this.#meant.push({ status, url, times: 0 });
  }

  /** All that has gone wrong so far. Waits for what the pages have told already. */
  async all(pages: readonly Page[]): Promise<string[]> {
    // Messages come in order: what a page said before this answer is known then.
    for (const page of pages) await page.evaluate('0').catch(() => undefined);
    const missing = this.#meant.filter(({ times }) => times === 0);
    return [
      ...this.#found,
      ...missing.map(({ status, url }) => `no answer with status ${status} from ${url}`),
    ];
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { url } = message.location();
    const status = Number(STATUS.exec(message.text())?.[1]);
    const meant = this.#meant.find(one => one.status === status && one.url.test(url));
    if (meant) meant.times++;
    else this.#found.push(`console: ${message.text()} (${url})`);
  }
}
