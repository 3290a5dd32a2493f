import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { Site } from './site.ts';
import { Trouble } from './trouble.ts';

/** What a step may take on a machine that is busy with something else, in milliseconds. */
const PATIENCE = 30_000;

/** More than any view has of places that a key leads to. */
const MOST_TABS = 500;

/** A visitor of a site: a browser without a past, with one page. */
export interface Visit {
  readonly page: Page;
  readonly site: Site;
  /** The address of a web path such as `/usc/title-17`. */
  address(path: string): string;
  /** Goes to a web path as one who types it, and waits until the view is there. @returns the status of the answer */
  open(path: string): Promise<number>;
  /** Waits until the view that is shown is all there. */
  settled(): Promise<void>;
  /** One more page of the same visitor. */
  newPage(): Promise<Page>;
  /** An answer with this status is what the test is about. */
  expectStatus(status: number, url: RegExp): void;
  /**
   * Presses Tab until a link, button or field has the focus.
   * @param wanted its role and name as `link "Title 17"`
   * @throws where no number of presses leads there, or where the focus cannot be seen
   */
  tabTo(wanted: RegExp): Promise<void>;
}

export type VisitOptions = Pick<
  BrowserContextOptions,
  | 'colorScheme'
  | 'viewport'
  | 'hasTouch'
  | 'isMobile'
  | 'extraHTTPHeaders'
  | 'javaScriptEnabled'
  | 'reducedMotion'
>;

/** A phone, as far as a page can tell. */
export const PHONE: VisitOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Visits a site, and leaves it however the visit ends.
 * @throws where anything went wrong on the pages, seen or unseen
 */
export async function visiting(
  browser: Browser,
  site: Site,
  options: VisitOptions,
  body: (visit: Visit) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    extraHTTPHeaders: site.headers,
    reducedMotion: 'reduce',
    locale: 'en-US',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  try {
    const trouble = await Trouble.watch(context, site.base);
    const page = await trouble.openPage(context);
    const outcome = await body(visitOf(page, site, trouble)).then(
      () => null,
      (error: Error) => error,
    );
    const troubles = await trouble.all(context.pages());
    if (outcome !== null)
      throw Object.assign(outcome, {
        message: [`${outcome.message}\n  on ${page.url()}`, ...troubles].join('\n  '),
      });
    assert.equal(troubles, [], page.url());
  } finally {
    await context.close();
  }
}

function visitOf(page: Page, site: Site, trouble: Trouble): Visit {
  // A document with one version has no list.
  if (site.isOfFiles) trouble.allowMissing(/\/versions\.json$/);
  const address = (path: string): string => new URL(path.slice(1), site.base).href;
  const settled = async (): Promise<void> => {
    await page.locator('main h1').first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  };
  return {
    page,
    site,
    address,
    settled,
    async open(path) {
      const answer = await page.goto(address(path));
      if (site.isOfFiles) trouble.allowMissing(address(path).replace(/#.*/, ''));
      await settled();
      return answer?.status() ?? 0;
    },
    newPage: () => trouble.openPage(page.context()),
    expectStatus: trouble.expectStatus.bind(trouble),
    async tabTo(wanted) {
      const passed: string[] = [];
      // Between the last place and the first nothing has the focus: past that twice, all have been seen.
      for (let i = 0, rounds = 0; i < MOST_TABS && rounds < 2; i++) {
        await page.keyboard.press('Tab');
        const name = await focusedName(page);
        if (name === '') rounds += Number(await page.evaluate('document.activeElement === document.body'));
        else if (wanted.test(name)) return assertFocusSeen(page, name);
        else passed.push(name);
      }
      assert.unreachable(`Tab does not lead to ${wanted}, but to ${[...new Set(passed)].join(', ')}`);
    },
  };
}

/** The role and the name of what has the focus, as a screen reader has them; '' where nothing has it, or a part of a field. */
export async function focusedName(page: Page): Promise<string> {
  const focused = page.locator(':focus');
  if ((await focused.count()) === 0) return '';
  const [line = ''] = (await focused.ariaSnapshot()).split('\n');
  // A line of YAML: a name with a colon is quoted as a whole.
  return line.replace(/^- '?/, '').replaceAll("''", "'");
}

/** WCAG 2.4.7: an outline or a shadow that is not there without the focus. */
async function assertFocusSeen(page: Page, name: string): Promise<void> {
  const style = await page.locator(':focus').evaluate(element => {
    const { outlineStyle, outlineWidth, boxShadow } =
      element.ownerDocument.defaultView.getComputedStyle(element);
    return { outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth), boxShadow };
  });
  assert.ok(style.outline >= 1 || style.boxShadow !== 'none', `the focus on ${name} cannot be seen`);
}
