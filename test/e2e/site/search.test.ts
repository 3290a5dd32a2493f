import * as assert from 'uvu/assert';
import { type SearchEngine, SearchEngineError } from '../../../build/search/engine.ts';
import { embeddedEngine, shimSite, shimWith } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { type SiteTest, siteSuite } from '../../helpers/browser/suite.ts';
import { focusedName, type Visit } from '../../helpers/browser/visit.ts';

/** Search by typing and by shared links, and its failures. */

const box = ({ page }: Visit) => page.locator('main input[type=search]');
const hits = ({ page }: Visit) => page.locator('main a[data-hit]');
const status = ({ page }: Visit) => page.locator('main [role=status]').first();

async function found(visit: Visit, words: RegExp): Promise<void> {
  await status(visit).filter({ hasText: words }).waitFor();
  await visit.settled();
}

/** Focuses the box of the view by a slash. */
async function focusBox({ page }: Visit): Promise<void> {
  await page.keyboard.press('/');
  await page.locator('main input[type=search]:focus').waitFor();
}

/** Search requests of a visit from now on. */
function searchesOf({ page }: Visit): string[] {
  const urls: string[] = [];
  page.on('request', request => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/api/search')) urls.push(url.search);
  });
  return urls;
}

function answeredTests(test: SiteTest): void {
  test('typed text is searched after a pause, and is in the address', async visit => {
    await visit.open('/search');
    const searches = searchesOf(visit);
    await focusBox(visit);
    await visit.page.keyboard.type('lighthouse records');
    await found(visit, /for “lighthouse records”/);
    assert.ok(
      searches.length < 'lighthouse records'.length / 2,
      `not with every key: ${searches.join(', ')}`,
    );
    assert.is(new URL(visit.page.url()).searchParams.get('q'), 'lighthouse records');
    assert.ok((await hits(visit).count()) > 1);
    assert.ok((await visit.page.locator('main .hit mark').count()) > 0, 'what matched is marked');
    assert.match(await focusedName(visit.page), /^searchbox/, 'the focus stays');
    assert.match(await visit.page.title(), /lighthouse records/);
  });

  test('arrow keys move from the box through the hits, Enter opens one, and back returns to the search', async visit => {
    await visit.open('/search?q=lighthouse');
    const [, second = ''] = await hits(visit).allInnerTexts();
    await visit.tabTo(/^searchbox "Search the law"/);
    if ((await visit.page.locator('main :focus').count()) === 0)
      await visit.tabTo(/^searchbox "Search the law"/);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
      await visit.page.keyboard.press(key);
    assert.is(await visit.page.locator(':focus').innerText(), second);
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(url => !url.pathname.endsWith('/search'));
    await visit.settled();
    await visit.page.locator('main h1:focus').waitFor();
    await visit.page.goBack();
    await found(visit, /for “lighthouse”/);
    assert.is(await box(visit).inputValue(), 'lighthouse');
  });

  test('a citation of a missing document says so, and lists only documents that refer to it', async visit => {
    await visit.open('/search?q=33%20CFR%20part%2062');
    await found(visit, /^\d+ documents? refers? to “33 CFR part 62”/);
    const notice = visit.page.locator('main [data-missing]');
    assert.match(await notice.innerText(), /^33 CFR part 62 is understood, but it is not in this collection/);
    assert.is(await visit.page.locator('main .cited strong', { hasText: 'Go to' }).count(), 0);
    await visit.open('/search?q=18%20U.S.C.%20922');
    await found(visit, /^Nothing here is “18 U.S.C. 922” or refers to it/);
    await visit.open('/search?q=17%20USC%20106');
    await found(visit, /for “17 USC 106”/);
    assert.is(await visit.page.locator('main [data-missing]').count(), 0);
  });

  test('an unknown agency suggests similar ones', async visit => {
    await visit.open('/search?q=harbor&agency=EHA');
    await visit.page.locator('main [data-meant] a').click();
    await visit.page.waitForURL(/agency=Environmental/);
    await found(visit, /^\d+ documents? for “harbor”/);
    assert.is(await visit.page.locator('main [data-meant]').count(), 0);
  });

  test('a facet narrows the search to its count, and can be removed', async visit => {
    await visit.open('/search?q=records');
    const all = await status(visit).innerText();
    const facet = visit.page.locator('.facet-value', { hasText: 'Federal Register' });
    const count = await facet.locator('.facet-count').innerText();
    await visit.tabTo(/^link "Federal Register \d+"/);
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(/source=fr/);
    await found(visit, new RegExp(`^${count} documents? for`));
    await visit.page.getByRole('link', { name: /take the filter away/ }).click();
    await visit.page.waitForURL(url => !url.search.includes('source='));
    await found(visit, new RegExp(all.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  });

  test('an address of a search shows the hits that the API returns', async visit => {
    await visit.open('/search?q=records&source=fr&sort=publication_date');
    const shown = await hits(visit).evaluateAll(links => links.map(link => link.getAttribute('href')));
    const answer = await fetch(
      visit.address('/api/search?q=records&source=fr&sort=publication_date&limit=20'),
      {
        headers: visit.site.headers,
      },
    );
    const { data } = (await answer.json()) as { data: { hits: { url: string }[] } };
    assert.ok(shown.length > 1);
    assert.equal(
      shown,
      data.hits.map(({ url }) => url),
    );
    assert.is(await visit.page.getByRole('combobox', { name: 'Order' }).inputValue(), 'publication_date');
  });

  test('every submitted search is an entry of the history', async visit => {
    await visit.open('/search');
    for (const q of ['lighthouse', 'copyright']) {
      await box(visit).fill(q);
      await visit.page.keyboard.press('Enter');
      await found(visit, new RegExp(`for “${q}”`));
    }
    await visit.page.goBack();
    await found(visit, /for “lighthouse”/);
    assert.is(await box(visit).inputValue(), 'lighthouse');
    await visit.page.goForward();
    await found(visit, /for “copyright”/);
    assert.is(await box(visit).inputValue(), 'copyright');
  });

  test('Enter on a citation opens its document', async visit => {
    await visit.open('/search');
    await focusBox(visit);
    await visit.page.keyboard.type('17 U.S.C. § 106');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(visit.address('/usc/title-17/chapter-1/section-106'));
    await visit.page
      .locator('main h1')
      .filter({ hasText: /Exclusive rights/ })
      .waitFor();
  });

  test('a search without hits says so', async visit => {
    await visit.open('/search?q=xqzptlkw');
    await found(visit, /Nothing was found for “xqzptlkw”/);
  });

  test('the pager leads to the next page of hits', async visit => {
    await visit.open('/search?q=the');
    const first = await hits(visit).allInnerTexts();
    if (first.length < 20) return assert.unreachable('the sample has more than one page of hits');
    await visit.page.getByRole('link', { name: 'Next' }).click();
    await visit.page.waitForURL(/offset=20/);
    await visit.page.locator('.pager-place').filter({ hasText: 'Page 2' }).waitFor();
    await visit.settled();
    const second = await hits(visit).allInnerTexts();
    assert.not.equal(second, first);
  });

  test('a filter by date says that only the Federal Register is searched', async visit => {
    await visit.open('/search?q=records&date_from=2018-01-01');
    await visit.page.getByText(/only documents of the Federal Register/).waitFor();
  });

  test('a wrong value shows the message of the API', async visit => {
    visit.expectStatus(400, /\/api\/search/);
    await visit.open('/search?q=records&title_number=seventeen');
    assert.match(await visit.page.getByRole('alert').innerText(), /title_number/);
    // A date field cannot show it.
    visit.expectStatus(400, /\/api\/search/);
    await visit.open('/search?q=records&date_from=nonsense');
    assert.match(await visit.page.getByRole('alert').innerText(), /date_from/);
  });
}

siteSuite('the site, search', [shimSite, staticSite], sampleSite, (test, { hasShim }) => {
  if (hasShim) return answeredTests(test);
  test('search on a host of files says that it needs the server, and links to browsing', async visit => {
    await visit.open('/search?q=lighthouse');
    await visit.page.getByRole('heading', { name: 'Search needs the server' }).waitFor();
    await visit.page.locator('main').getByRole('link', { name: 'browse' }).click();
    await visit.page.waitForURL(visit.address('/'));
  });
});

siteSuite('the site, a client without a key', [shimSite], sampleSite, test => {
  test(
    'after too many requests the page says how long to wait',
    async visit => {
      visit.expectStatus(429, /\/api\/search/);
      await visit.open('/search');
      let last = 200;
      for (let i = 0; i < 110 && last !== 429; i++) last = (await fetch(visit.address('/api/stats'))).status;
      assert.is(last, 429);
      await focusBox(visit);
      await visit.page.keyboard.type('lighthouse');
      const message = visit.page.getByRole('alert');
      await message.waitFor();
      assert.match(await message.innerText(), /Too many requests[\s\S]*wait \d+ seconds?/);
      assert.ok(await message.getByRole('button').isDisabled(), 'asking again would not help yet');
    },
    { extraHTTPHeaders: {} },
  );
});

/** An engine that fails until `isUp` is set. */
const moods = { isUp: false };
const moody = (dist: string): SearchEngine => {
  const engine = embeddedEngine(dist);
  return {
    ...engine,
    search: (query, signal) =>
      moods.isUp
        ? engine.search(query, signal)
        : Promise.reject(new SearchEngineError('unavailable', 'It is away.')),
  };
};

siteSuite('the site, an engine that is away', [shimWith('the shim', moody)], sampleSite, test => {
  test('an unavailable search says so, and asking again works when it is back', async visit => {
    moods.isUp = false;
    visit.expectStatus(503, /\/api\/search/);
    await visit.open('/search?q=lighthouse');
    const message = visit.page.getByRole('alert');
    assert.match(await message.innerText(), /Not available at the moment/);
    moods.isUp = true;
    await message.getByRole('button').click();
    await found(visit, /for “lighthouse”/);
  });
});

/** An engine that answers after the time limit. */
const slow = (): SearchEngine => ({
  name: 'slow',
  places: 1,
  close: async () => {},
  search: (_query, signal) =>
    new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new SearchEngineError('timed out', 'Too late.'))),
    ),
});

siteSuite('the site, an engine that is slow', [shimWith('the shim', slow)], sampleSite, test => {
  test('a search that timed out says so', async visit => {
    visit.expectStatus(504, /\/api\/search/);
    await visit.open('/search?q=lighthouse');
    assert.match(await visit.page.getByRole('alert').innerText(), /took too long/);
  });
});
