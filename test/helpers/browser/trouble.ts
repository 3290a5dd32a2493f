import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';

/** What the browser says in the console of every answer that is an error, meant or not. */
const STATUS = /^Failed to load resource: the server responded with a status of (\d+)/;

/** Hears of what the policy forbids before any script of a page runs. The binding's name is nobody else's. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', event =>
  tellTrouble('the policy forbids ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

/** An answer that is an error, and that a test has asked for. */
interface Meant {
  status: number;
  isFrom(url: string): boolean;
  /** What to say where it has not come; null where it need not. */
  missing: string | null;
}

interface Heard {
  text: string;
  url: string;
}

/**
 * What goes wrong on the pages of a context while a test looks elsewhere: errors and warnings in the console, uncaught errors, what the policy
 * forbids, requests to what is not the site, dialogs, downloads, pages that open, crashes.
 */
export class Trouble {
  readonly #found: string[] = [];
  readonly #heard: Heard[] = [];
  readonly #meant: Meant[] = [];
  readonly #base: string;
  /** So many may still open. */
  #pages = 0;

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
    context.on('page', page => {
      if (trouble.#pages-- <= 0) add(`a page opened: ${page.url()}`);
      page.on('crash', () => add('a page crashed'));
      page.on('download', download => add(`a download: ${download.url()}`));
    });
    return trouble;
  }

  /** A page that the test opens, not another page. */
  openPage(context: BrowserContext): Promise<Page> {
    this.#pages++;
    return context.newPage();
  }

  /** An answer with this status is what the test is about: no trouble, but one where it does not come. */
  expectStatus(status: number, url: RegExp): void {
    const missing = `no answer with status ${status} from ${url}`;
    this.#meant.push({ status, isFrom: from => url.test(from), missing });
  }

  /** A host of files sends its page for what is missing with 404, and that page is the site. */
  allowMissing(address: string | RegExp): void {
    const isFrom = (from: string): boolean =>
      typeof address === 'string' ? from === address : address.test(from);
    this.#meant.push({ status: 404, isFrom, missing: null });
  }

  /** All that has gone wrong so far, what the pages have told but nobody has heard yet included. */
  async all(pages: readonly Page[]): Promise<string[]> {
    // Messages come in order: what a page said before this answer is known then.
    for (const page of pages) await page.evaluate('0').catch(() => undefined);
    const come = new Set<Meant>();
    const unmeant = this.#heard.filter(({ text, url }) => {
      const status = Number(STATUS.exec(text)?.[1]);
      const meant = this.#meant.filter(one => one.status === status && one.isFrom(url));
      for (const one of meant) come.add(one);
      return meant.length === 0;
    });
    return [
      ...this.#found,
      ...unmeant.map(({ text, url }) => `console: ${text} (${url})`),
      ...this.#meant.flatMap(one => (come.has(one) || one.missing === null ? [] : [one.missing])),
    ];
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() === 'error' || message.type() === 'warning')
      this.#heard.push({ text: message.text(), url: message.location().url });
  }
}
