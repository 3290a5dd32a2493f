import * as assert from 'uvu/assert';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { ARCHIVED, VIEWS } from './views.ts';

/** Requests of a visitor's first view: all at once, and none twice. */

/** Records the requests of scripts. */
const WATCH_FETCH = `globalThis.asked = [];
const { fetch } = globalThis;
globalThis.fetch = (url, ...rest) => {
  asked.push(new URL(url, document.baseURI).href);
  return fetch(url, ...rest);
};`;

/** Three views are enough for a host of files: the heads of all views but the first are equal. */
const ON_FILES = ['home', 'section', 'level'];

/** With the style and the data these are a browser's six requests at a time. */
const MOST_SCRIPTS = 4;

siteSuite('the site, loads', [shimSite, staticSite], sampleSite, (test, { hasShim }) => {
  for (const [name, path] of Object.entries(VIEWS)) {
    // Code of former texts and of changes is loaded on demand (versions.test.ts, redline.test.ts, levels.test.ts).
    const isOfPart = !path.startsWith('/docs') && !ARCHIVED.includes(name);
    if (!isOfPart || !(hasShim || ON_FILES.includes(name))) continue;
    test(`${name}: every file is loaded once, and the head preloads what the view requests`, async ({
      page,
      open,
    }) => {
      await page.addInitScript({ content: WATCH_FETCH });
      const loads: string[] = [];
      page.on('request', request => loads.push(request.url()));
      await open(path);
      await page.waitForLoadState('networkidle');
      assert.equal([...new Set(loads)], loads);
      const preloads = await page
        .locator('link[rel=preload]')
        .evaluateAll(links => links.map(link => link.href));
      const isAsked = hasShim && !path.includes('?');
      assert.is(preloads.length, isAsked ? 1 : 0, preloads.join(', '));
      const asked = (await page.evaluate('asked')) as string[];
      assert.equal(
        preloads.filter(url => !asked.includes(url)),
        [],
      );
      // What stands below a level is loaded a second later.
      const scripts = loads.filter(url => url.endsWith('.js') && !url.includes('/level-foot-'));
      assert.ok(scripts.length <= MOST_SCRIPTS + (hasShim ? 0 : 1), scripts.join(', '));
      assert.ok((await page.locator('link[rel=modulepreload]').count()) > 0, 'scripts of its part');
    });
  }
});
