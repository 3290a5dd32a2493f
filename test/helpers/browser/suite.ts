import type { Browser } from 'playwright-core';
import { suite } from 'uvu';
import { testWhere } from '../needs.ts';
import { chromiumHindrance, launchChromium } from './chromium.ts';
import type { Site, SiteKind } from './site.ts';
import { type Visit, type VisitOptions, visiting } from './visit.ts';

/** Registers a test that visits one site. */
export type SiteTest = (name: string, body: (visit: Visit) => Promise<void>, options?: VisitOptions) => void;

/**
 * The tests of a file, on every kind of site, with one browser for all of them. Each test is a visit of its own, and fails where
 * anything goes wrong on its pages (`Trouble`).
 *
 * @param dist the tree that is served
 * @param define registers the tests of a kind
 */
export function siteSuite(
  name: string,
  kinds: readonly SiteKind[],
  dist: () => Promise<string>,
  define: (test: SiteTest, kind: SiteKind) => void,
): void {
  const tests = suite(name);
  let browser: Browser;
  const sites = new Map<SiteKind, Site>();
  const hindranceOf = (kind: SiteKind) => chromiumHindrance() ?? kind.hindrance();
  const possible = kinds.filter(kind => hindranceOf(kind) === null);

  if (possible.length > 0) {
    tests.before(async () => {
      browser = await launchChromium();
      const tree = await dist();
      for (const kind of possible) sites.set(kind, await kind.start(tree));
    });
    tests.after(async () => {
      await browser?.close();
      for (const site of sites.values()) await site.stop();
    });
  }
  for (const kind of kinds) {
    define((title, body, options = {}) => {
      const run = () => visiting(browser, sites.get(kind) as Site, options, body);
      testWhere(tests, hindranceOf(kind), `${kind.name}: ${title}`, run);
    }, kind);
  }
  tests.run();
}
