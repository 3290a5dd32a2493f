import * as assert from 'uvu/assert';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { focusedName, type Visit } from '../../helpers/browser/visit.ts';

/** Browsing by keyboard: from the home page to a document, and lists with filters and pages. */

/** Follows a link by keyboard to a view with the expected heading and title, whose heading has the focus. */
async function follow(visit: Visit, link: RegExp, expected: RegExp): Promise<void> {
  await visit.tabTo(link);
  await visit.page.keyboard.press('Enter');
  await visit.page.locator('main h1').filter({ hasText: expected }).waitFor();
  await visit.settled();
  // The heading of the new view has the focus.
  await visit.page.locator('main h1:focus').waitFor();
  assert.match(await visit.page.title(), / – Pandect$/);
}

/** Runs on the page and keeps each pair `heading | title` that was shown while nothing was loading. */
const KEEP_TITLES = `
  window.seen = [];
  new MutationObserver(() => {
    const heading = document.querySelector('main h1');
    if (heading && !document.querySelector('[aria-busy=true]')) seen.push(heading.textContent + ' | ' + document.title);
  }).observe(document, { childList: true, subtree: true, attributes: true });
`;

siteSuite('the site, browsing', [shimSite, staticSite], sampleSite, (test, { hasShim }) => {
  test('while a view loads, the title of the former view never names it', async visit => {
    await visit.page.addInitScript(KEEP_TITLES);
    await visit.open('/');
    await follow(visit, /^link "U\.S\. Code"/, /United States Code/);
    const [home, usc, ...others] = new Set(await visit.page.evaluate<string[]>('seen'));
    assert.match(home ?? '', / \| Pandect: /);
    assert.match(usc ?? '', /^United States Code \| United States Code/);
    assert.equal(others, []);
  });

  test('links lead from the home page to a section of the U.S. Code, and back returns', async visit => {
    await visit.open('/');
    await follow(visit, /^link "U\.S\. Code"/, /United States Code/);
    await follow(visit, /^link "Copyrights"/i, /Copyrights/i);
    await follow(visit, /^link .*Subject matter/i, /Subject matter/i);
    await follow(visit, /^link .*106.*Exclusive rights/, /Exclusive rights/);
    assert.is(visit.page.url(), visit.address('/usc/title-17/chapter-1/section-106'));
    for (const expected of [/Subject matter/i, /Copyrights/i, /United States Code/]) {
      await visit.page.goBack();
      await visit.page.locator('main h1').filter({ hasText: expected }).waitFor();
    }
    await visit.page.goForward();
    await visit.page
      .locator('main h1')
      .filter({ hasText: /Copyrights/i })
      .waitFor();
  });

  test('links lead through chapters and parts of the eCFR to a section', async visit => {
    await visit.open('/');
    await follow(visit, /^link "eCFR"/, /Electronic Code/);
    await follow(visit, /^link "General Provisions"/, /General Provisions/);
    await follow(visit, /^link .*Administrative Committee/i, /Administrative Committee/i);
    await follow(visit, /^link .*Definitions/i, /Definitions/i);
  });

  test('links lead through years and months of the Federal Register to a document', async visit => {
    await visit.open('/');
    await follow(visit, /^link "Federal Register"/, /Federal Register/);
    await follow(visit, /^link "2018 ?: /, /2018/);
    await follow(visit, /^link "May 2018 ?: /, /May 2018/);
    await follow(visit, /^link .*Lighthouse Lenses/, /Lighthouse Lenses/);
    assert.is(visit.page.url(), visit.address('/fr/2018-09910'));
  });

  test('the first Tab focuses the link that skips to the content', async visit => {
    await visit.open('/usc');
    await visit.page.keyboard.press('Tab');
    assert.match(await focusedName(visit.page), /^link "Skip to content"/);
    await visit.page.keyboard.press('Enter');
    await visit.tabTo(/^link/);
    const inMain = await visit.page.locator('main :focus').count();
    assert.is(inMain, 1, 'the next place is in the content');
  });

  test('breadcrumbs link to the levels above', async visit => {
    await visit.open('/ecfr/title-1/chapter-I/part-1');
    const crumbs = visit.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    assert.equal(await crumbs.allInnerTexts(), ['Home', 'eCFR', 'Title 1', 'Chapter I']);
    await crumbs.nth(2).click();
    await visit.page.locator('main h1').filter({ hasText: 'General Provisions' }).waitFor();
    assert.is(visit.page.url(), visit.address('/ecfr/title-1'));
  });

  test('a view shows its API call, and the call returns the data of the view', async visit => {
    for (const path of ['/usc', '/usc/title-17', '/fr', '/fr/2018', '/fr/2018/05', '/fr?view=documents']) {
      await visit.open(path);
      const url = await visit.page
        .getByRole('region', { name: 'API call of this page' })
        .getByRole('link')
        .getAttribute('href');
      assert.ok(url?.startsWith(visit.address('/api/')), `${path}: ${url}`);
      const answer = await fetch(url as string, { headers: visit.site.headers });
      assert.is(answer.status, 200, `${path}: ${url}`);
      assert.ok('data' in ((await answer.json()) as object));
    }
  });

  test('a filter set by keyboard narrows the list and is in the address; clearing it shows all, and going back restores it', async visit => {
    await visit.open('/fr?view=documents');
    const items = visit.page.locator('main .document');
    const all = await items.count();
    await visit.tabTo(/^combobox "Type"/);
    // The first letters of an option select it.
    await visit.page.keyboard.type('Noti');
    await visit.page.waitForURL(/document_type=notice/);
    await visit.settled();
    const notices = await items.count();
    assert.ok(notices > 0 && notices < all, `${notices} of ${all}`);
    assert.match(await focusedName(visit.page), /^combobox "Type"/, 'the focus stays');
    await visit.open('/fr?view=documents&document_type=notice');
    assert.is(await items.count(), notices, 'the address alone shows the same');
    await visit.tabTo(/^link "Clear/);
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(url => !url.search.includes('notice'));
    await visit.settled();
    assert.is(await items.count(), all);
    await visit.page.goBack();
    await visit.page.waitForURL(/document_type=notice/);
    await visit.settled();
    assert.is(await items.count(), notices);
  });

  if (hasShim) {
    test('the pages of a list show every document once', async visit => {
      await visit.open('/usc?view=documents&limit=7');
      const seen: string[] = [];
      for (;;) {
        seen.push(
          ...(await visit.page
            .locator('main .document-link')
            .evaluateAll(links => links.map(link => link.href))),
        );
        const next = visit.page.getByRole('link', { name: 'Next' });
        if ((await next.count()) === 0) break;
        const [place] = await visit.page.locator('.pager-place').allInnerTexts();
        await next.click();
        await visit.page
          .locator('.pager-place')
          .filter({ hasNotText: place as string })
          .waitFor();
        await visit.settled();
      }
      const answer = await fetch(visit.address('/api/usc/documents?limit=100'), {
        headers: visit.site.headers,
      });
      const { pagination } = (await answer.json()) as { pagination: { total: number } };
      assert.is(new Set(seen).size, pagination.total);
      assert.is(seen.length, pagination.total);
    });

    test('choosing the other order reverses a list', async visit => {
      await visit.open('/fr?view=documents&document_type=notice&sort=publication_date');
      const names = () => visit.page.locator('main .document-link').allInnerTexts();
      const rising = await names();
      await visit.open('/fr?view=documents&document_type=notice&sort=-publication_date');
      assert.is((await names())[0], rising.at(-1));
    });

    test('a wrong value in an address shows the message of the API', async visit => {
      await visit.open('/usc?view=documents&title_number=x');
      assert.match(await visit.page.getByRole('alert').innerText(), /title_number/);
    });
  }

  test('an address without content answers 404 and says so', async visit => {
    const nothing = [
      '/usc/title-99',
      '/usc/title-17/chapter-1/section-9999',
      '/fr/1900',
      '/fr/2018/01',
      '/nothing/here',
    ];
    for (const path of nothing) {
      // The page itself is missing, and so is the data that it asks for.
      visit.expectStatus(404, /./);
      assert.is(await visit.open(path), 404, path);
      await visit.page
        .getByRole('heading', { level: 1, name: /nothing|not (?:found|here)|no such/i })
        .waitFor();
      assert.is(await visit.page.locator('meta[name="robots"][content*="noindex"]').count(), 1, path);
    }
  });

  test('an unknown chapter shows that it does not exist', async visit => {
    await visit.open('/usc/title-17/chapter-99');
    await visit.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    assert.is(await visit.page.locator('meta[name="robots"][content*="noindex"]').count(), 1);
  });

  test('the switch between light and dark changes the colors, and the next page keeps them', async visit => {
    await visit.open('/usc');
    const background = () =>
      visit.page
        .locator('body')
        .evaluate(body => body.ownerDocument.defaultView.getComputedStyle(body).backgroundColor);
    const light = await background();
    await visit.page.getByRole('button', { name: /dark/i }).click();
    const dark = await background();
    assert.is.not(dark, light);
    await visit.open('/fr');
    assert.is(await background(), dark);
  });
});
