import * as assert from 'uvu/assert';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';

/** The guide and the reference, by keyboard. */

siteSuite('the site, its guide and reference', [shimSite, staticSite], sampleSite, (test, { hasShim }) => {
  test('every view links to the guide, which links to the reference and back', async ({ page, ...visit }) => {
    await visit.open('/usc/title-17');
    await visit.tabTo(/^link "API"/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/?$/);
    await visit.settled();
    await visit.tabTo(/^link ".*[Rr]eference/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/reference\/?$/);
    await visit.settled();
    // The guide is no view of the app: going back loads the page anew.
    if (!hasShim) visit.expectStatus(404, /\/usc$/);
    await visit.tabTo(/^link "U\.S\. Code"/);
    await page.keyboard.press('Enter');
    await page.waitForURL(visit.address('/usc'));
    await visit.settled();
    assert.match(await page.title(), /United States Code/);
  });

  test('every internal link of the guide and the reference has a page', async ({ page, site, open }) => {
    const links = new Set<string>();
    for (const path of ['/docs', '/docs/reference']) {
      await open(path);
      const found = await page.locator('main a').evaluateAll(all => all.map(link => link.href));
      const ids = await page.locator('[id]').evaluateAll(all => all.map(element => element.id));
      for (const href of found.filter(href => href.startsWith(site.base.href))) {
        const [address = '', id] = href.split('#');
        const isHere = address === page.url().replace(/#.*/, '');
        if (isHere && id !== undefined) assert.ok(ids.includes(decodeURIComponent(id)), `${path}: ${href}`);
        else links.add(address);
      }
    }
    const api = `${site.base.href}api/`;
    assert.ok(
      [...links].some(link => link.startsWith(api)),
      'the API is linked to',
    );
    for (const link of links) {
      const { status } = await fetch(link, { headers: { ...site.headers, accept: 'text/html' } });
      // A host of files answers views of the app with its page for missing files. Addresses of the API are files there, with
      // other names.
      const isView = site.isOfFiles && !link.startsWith(api);
      assert.ok(status === 200 || (isView && status === 404), `${status} ${link}`);
    }
  });

  test(
    hasShim ? 'an endpoint tried by keyboard shows its answer' : 'a host of files shows no forms to try',
    async ({ page, ...visit }) => {
      await visit.open('/docs/reference');
      if (!hasShim) return assert.is(await page.locator('.try').count(), 0);
      const form = page.locator('form[data-path="/api/stats"]');
      const summary = page.locator('.try', { has: form }).locator('summary');
      await summary.focus();
      await page.keyboard.press('Enter');
      await form.getByRole('button').focus();
      await page.keyboard.press('Enter');
      const answer = page.locator('.try', { has: form }).getByRole('status');
      await answer.filter({ hasText: '200' }).waitFor();
      assert.match(await answer.innerText(), /total_documents/);
    },
  );
});
