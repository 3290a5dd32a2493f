import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { takePicture } from '../../helpers/browser/pictures.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { Traffic } from '../../helpers/browser/traffic.ts';
import { PHONE } from '../../helpers/browser/visit.ts';
import { ARCHIVED, HANDBOOK, PICTURED, VIEWS } from './views.ts';

/** Every view in light and dark and on a phone. Pictures are kept for inspection. */

/** All that a scheme can break. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Bytes over the wire for a visitor's first view. The pages of documents and levels also load a Markdown parser. */
const BUDGET = 48_000;
const READING_BUDGET = 73_500;
const READING = ['section', 'notice', 'structure', 'level'];
/** Former texts load more code, and their level where only that tells their breadcrumbs. */
const PAST_BUDGET = 86_500;
/** What stands below a level is loaded a second later. */
const FIRST = /^http(?!.*\/level-foot-)/;

const budgetOf = (name: string): number =>
  ARCHIVED.includes(name) ? PAST_BUDGET : READING.includes(name) ? READING_BUDGET : BUDGET;

/** The page is not wider than the screen. */
async function assertFits(page: Page, where: string): Promise<void> {
  const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(excess) <= 0, `${where}: ${excess} pixels wider than the screen`);
}

/** One h1, headings without gaps, and landmarks. */
async function assertStructure(page: Page): Promise<void> {
  const levels = await page
    .getByRole('heading')
    .evaluateAll(headings => headings.map(({ tagName, ariaLevel }) => Number(ariaLevel ?? tagName.slice(1))));
  assert.is(levels.filter(level => level === 1).length, 1, `${levels}`);
  levels.forEach((level, i) => {
    assert.ok(level <= (levels[i - 1] ?? 0) + 1, `${levels}`);
  });
  for (const role of ['banner', 'main', 'contentinfo'] as const)
    assert.is(await page.getByRole(role).count(), 1, role);
}

siteSuite('the site, appearance', [shimSite], sampleSite, test => {
  for (const [name, path] of Object.entries(VIEWS)) {
    // A visitor of its own for each view: nothing is in a cache. One load serves all checks, since loads take most of the time.
    test(
      `${name} is accessible in light and dark, has its headings and landmarks, and stays within its budget of bytes`,
      async ({ page, open }) => {
        const traffic = await Traffic.record(page);
        await open(path);
        await page.waitForLoadState('networkidle');
        const bytes = traffic.bytes(FIRST);
        assert.ok(traffic.loads.length > 1, 'loads were counted');
        assert.ok(
          bytes < budgetOf(name),
          `${bytes} bytes: ${traffic.loads.map(load => `${load.bytes} ${load.url}`).join(', ')}`,
        );
        await assertStructure(page);
        await assertFits(page, name);
        const isHeldElsewhere = HANDBOOK.includes(name);
        if (!isHeldElsewhere) await assertAccessible(page, `${name}, light`);
        if (PICTURED.includes(name)) await takePicture(page, `${name}-light`);
        await page.emulateMedia({ colorScheme: 'dark' });
        if (!isHeldElsewhere) await assertAccessible(page, `${name}, dark`, COLOR_RULES);
        if (PICTURED.includes(name)) await takePicture(page, `${name}-dark`);
      },
      { colorScheme: 'light' },
    );
  }

  test(
    'on a phone every view is accessible, and fits the screen',
    async ({ page, open }) => {
      for (const [name, path] of Object.entries(VIEWS)) {
        await open(path);
        if (!HANDBOOK.includes(name)) await assertAccessible(page, `${name}, phone`);
        await assertFits(page, `${name}, phone`);
        if (PICTURED.includes(name)) await takePicture(page, `${name}-phone`);
      }
    },
    { ...PHONE, colorScheme: 'light' },
  );
});
