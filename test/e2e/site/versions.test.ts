import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import type { Visit } from '../../helpers/browser/visit.ts';

/** Former texts: the timeline of a document, and its page on a day (test/helpers/browser/former-texts.ts). */

const SECTION = '/usc/title-17/chapter-1/section-106';
/** Of a part that a rule names. */
const RULED = '/ecfr/title-33/chapter-IX/part-971/section-971.2';
const FIFTY = 'within the last fifty years';
const TODAY = 'within the last twenty-five years';

const askedFor = ({ page }: Visit): string[] => {
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  return asked;
};

const textOf = ({ page }: Visit): Promise<string> => page.locator('.law').innerText();

const meta = ({ page }: Visit, selector: string, attribute: string): Promise<(string | null)[]> =>
  page
    .locator(`head ${selector}`)
    .evaluateAll((all, name) => all.map(each => each.getAttribute(name)), attribute);

siteSuite('the site, versions', [shimSite, staticSite], sampleSite, (test, { hasShim }) => {
  test('a document with several versions has a timeline, whose code is loaded when it is opened', async visit => {
    const asked = askedFor(visit);
    await visit.open(SECTION);
    const summary = visit.page.getByText('Versions (3)', { exact: true });
    await summary.waitFor();
    await visit.page.waitForLoadState('networkidle');
    assert.is(asked.filter(url => /\/versions(\.json)?$/.test(url)).length, 1, asked.join('\n'));
    assert.not.ok(asked.some(url => /\/past-\w+\.js$/.test(url)));
    await visit.tabTo(/Versions \(3\)/);
    await visit.page.keyboard.press('Enter');
    const items = visit.page.locator('.timeline li');
    await items.first().waitFor();
    assert.ok(asked.some(url => /\/past-\w+\.js$/.test(url)));
    const words = (await items.allInnerTexts()).map(text => text.replace(/\s+/g, ' '));
    assert.is(words.length, 3);
    assert.match(
      words[0] as string,
      /^Since December 27, 2021 Current Shown here In force from December 27, 2021 at the latest \(edition of Public Law 117-80\); text last seen December 27, 2021\./,
    );
    assert.match(
      words[1] as string,
      /^January 1, 2018 to December 27, 2021 In force from January 1, 2018 at the latest to December 27, 2021; text last seen January 1, 2018\. When it changed is not certain: after January 1, 2018, and not later than December 27, 2021\./,
    );
    assert.match(
      words[2] as string,
      /^January 1, 2015 to January 1, 2018 In force from January 1, 2015, the first edition here that has it to January 1, 2018;/,
    );
    assert.equal(await visit.page.locator('.timeline [aria-current]').count(), 1);
    await assertAccessible(visit.page, 'timeline');
    await visit.tabTo(/link "Read this text of January 1, 2018/);
    await visit.page.keyboard.press('Enter');
    await visit.page.getByText('As of January 1, 2018.').waitFor();
    assert.match(visit.page.url(), /section-106\?on=2018-01-01$/);
    assert.ok((await textOf(visit)).includes(FIFTY));
  });

  test('a document with one version has none, and a fragment opens the timeline', async visit => {
    await visit.open('/usc/title-17/chapter-1/section-107');
    await visit.page.waitForLoadState('networkidle');
    assert.is(await visit.page.locator('#versions').count(), 0);
    await visit.open(SECTION);
    await visit.page.getByRole('link', { name: '3 versions of this text' }).click();
    await visit.page.locator('.timeline li').first().waitFor();
  });

  test('the page of a day has its text, a banner, and no place in search engines', async visit => {
    // On a host of files the list tells of which version the day is.
    await visit.open(`${SECTION}?on=2019-05-01`);
    assert.ok((await textOf(visit)).includes(FIFTY));
    const banner = visit.page.getByRole('region', { name: 'Which text this is' });
    assert.match(
      (await banner.innerText()).replace(/\s+/g, ' '),
      /^As of May 1, 2019\. Not the current text\. Go to the current page( or see what has changed since)?\. In force from January 1, 2018 to December 27, 2021; text last seen January 1, 2018\. It is not certain that this was the text of May 1, 2019: it changed on some day after January 1, 2018 and not later than December 27, 2021\./,
    );
    assert.match(await visit.page.title(), /\(as of 2019-05-01\)/);
    assert.equal(await meta(visit, 'meta[name=robots]', 'content'), ['noindex']);
    const [canonical] = await meta(visit, 'link[rel=canonical]', 'href');
    assert.match(String(canonical), /\/usc\/title-17\/chapter-1\/section-106$/);
    assert.is(
      await visit.page.locator('.cite-text').innerText(),
      '17 U.S.C. § 106 (2018), as of 2018-01-01, text of 2019-05-01 (not certain: last seen 2018-01-01)',
    );
    assert.match(
      await visit.page.locator('.print-foot').evaluate(foot => foot.textContent ?? ''),
      /\?on=2019-05-01$/,
    );
    const json = await visit.page.getByRole('link', { name: 'JSON', exact: true }).getAttribute('href');
    assert.match(String(json), hasShim ? /\?on=2019-05-01$/ : /\/versions\/2018-01-01\.json$/);
    await assertAccessible(visit.page, 'a day');
    await banner.getByRole('link', { name: 'Go to the current page' }).click();
    await visit.page.getByText(TODAY).waitFor();
    assert.is(await visit.page.getByText('As of').count(), 0);
    assert.equal(await meta(visit, 'meta[name=robots]', 'content'), []);
  });

  test('a day of the text of today says so, and the field leads to another day', async visit => {
    await visit.open(`${SECTION}?on=2023-01-01`);
    const banner = visit.page.getByRole('region', { name: 'Which text this is' });
    await banner.getByText('This is the text of today, too.').waitFor();
    assert.ok((await textOf(visit)).includes(TODAY));
    const field = banner.getByLabel('Show the text of');
    assert.is(await field.inputValue(), '2023-01-01');
    await field.fill('2015-01-01');
    await field.press('Enter');
    await visit.page.getByText('As of January 1, 2015.').waitFor();
    assert.match(await banner.innerText(), /text last seen January 1, 2015\.\s+Links/);
    await visit.page.getByText('free to all').waitFor();
  });

  test('a day without a text is told in words, with the day that is known', async visit => {
    visit.expectStatus(404, /[?&]on=|\/versions\//);
    await visit.open(`${SECTION}?on=2010-05-01`);
    const main = visit.page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: 'No text of May 1, 2010' }).waitFor();
    assert.match(await main.innerText(), /The oldest text that is known here is of January 1, 2015\./);
    assert.is(await visit.page.locator('.timeline li').count(), 3);
    assert.equal(await meta(visit, 'meta[name=robots]', 'content'), ['noindex']);
    await assertAccessible(visit.page, 'no text');
    await main.getByRole('link', { name: 'Go to the current text' }).click();
    await visit.page.getByText(TODAY).waitFor();
  });

  test('a document that is gone keeps its timeline and its texts', async visit => {
    visit.expectStatus(404, /s109|section-109/);
    const status = await visit.open('/usc/title-17/chapter-1/section-109');
    assert.is(status, 404);
    const main = visit.page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: '17 USC 109 is no longer there' }).waitFor();
    assert.match(await main.innerText(), /the edition of January 1, 2018 no longer has it/);
    await main.getByText('History told by credits and notes').click();
    const history = main.locator('.history');
    if (hasShim) assert.match(await history.getByRole('listitem').first().innerText(), 'Pub. L.');
    else await history.getByText('no file holds').waitFor();
    await main.getByRole('link', { name: /^Read this text/ }).click();
    await visit.page.getByText('As of January 1, 2015.').waitFor();
    const again = await visit.open('/usc/title-17/chapter-1/section-109?on=2016-01-01');
    if (hasShim) assert.is(again, 200);
    await visit.page.getByText('As of January 1, 2016.').waitFor();
  });

  test('the pages of titles and chapters lead to their feeds, which exist', async visit => {
    for (const [place, stem] of [
      ['/usc/title-17', 'usc-title-17'],
      ['/usc/title-17/chapter-1', 'usc-title-17-chapter-1'],
      ['/ecfr/title-1/chapter-I/part-1', 'ecfr-title-1-part-1'],
    ] as const) {
      await visit.open(place);
      const link = visit.page.getByRole('link', { name: 'Feed of what changes here' });
      const url = await link.evaluate(each => (each as { href: string } & typeof each).href);
      assert.ok(url.endsWith(`/feeds/${stem}.atom`), url);
      const feed = await fetch(url, { headers: visit.site.headers });
      assert.is(feed.status, 200);
      assert.match(await feed.text(), '<entry>');
    }
    await visit.open('/fr/2018');
    assert.is(await visit.page.getByText('Feed of what changes here').count(), 0);
  });

  test('a day that is none is told in words', async visit => {
    if (hasShim) visit.expectStatus(400, /on=yesterday/);
    await visit.open(`${SECTION}?on=yesterday`);
    const main = visit.page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: 'The request is not right' }).waitFor();
    assert.match(await main.innerText(), 'on: "yesterday". It must be a date such as 2024-06-30.');
  });

  test('a text that cannot be had is not said to be missing or removed', async visit => {
    visit.expectStatus(404, /[?&]on=|\/versions\/|s109|section-109/);
    visit.expectStatus(503, /\/versions/);
    // The texts of former versions are left in the archive.
    await visit.page.route(/\/versions\/|\?on=2015-02-01/, route =>
      route.request().resourceType() === 'document' ? route.continue() : route.fulfill({ status: 404 }),
    );
    await visit.open(`${SECTION}?on=2015-02-01`);
    const main = visit.page.getByRole('main');
    await main.getByText('it is not kept on this host').waitFor();
    assert.not.match(await main.innerText(), 'removed');
    let isDown = true;
    await visit.page.route(/s109\/versions(\.json)?$/, route =>
      isDown ? route.fulfill({ status: 503, headers: { 'retry-after': '0' } }) : route.continue(),
    );
    await visit.open('/usc/title-17/chapter-1/section-109');
    await main.getByRole('heading', { level: 1, name: 'Not available at the moment' }).waitFor();
    isDown = false;
    await main.getByRole('button', { name: 'Ask again' }).click();
    await main.getByRole('heading', { level: 1, name: '17 USC 109 is no longer there' }).waitFor();
  });
});

siteSuite('the site, history by credits', [shimSite], sampleSite, test => {
  test('credits and notes tell the history apart from texts, when a reader opens it', async visit => {
    const asked = askedFor(visit);
    // As of a rule whose instructions name no section.
    await visit.page.route(/s971\.2\/events$/, async route => {
      const { data } = (await (await route.fetch()).json()) as { data: { kind: string }[] };
      const identifier = '/us/cfr/t33/p971';
      await route.fulfill({
        json: { data: data.map(event => (event.kind === 'effective' ? { ...event, identifier } : event)) },
      });
    });
    await visit.open(RULED);
    const fold = visit.page.locator('details.history');
    await visit.page.getByText('Versions (2)', { exact: true }).waitFor();
    assert.not.ok(asked.some(url => /\/events|\/past-\w+\.js$/.test(url)));
    await visit.tabTo(/History told by credits and notes/);
    await visit.page.keyboard.press('Enter');
    const items = fold.getByRole('listitem');
    await items.first().waitFor();
    assert.equal(
      (await items.allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim()),
      [
        'April 18, 2022 Takes effect 87 FR 99301. It names the part as a whole. Shown here: the first text held after it, of April 2, 2025 What changed with the first text held after it, of April 2, 2025',
        'March 14, 2022 Amended 87 FR 99301 Shown here: the first text held after it, of April 2, 2025 What changed with the first text held after it, of April 2, 2025',
        'June 3, 1986 Enacted 51 FR 99710, June 3, 1986',
      ],
    );
    await fold.getByText('They tell days, not texts').waitFor();
    assert.equal(
      await fold.getByRole('link').evaluateAll(all => all.slice(0, 3).map(link => link.getAttribute('href'))),
      ['/fr/2022-95201', '/ecfr/structure/t33/p971', `${RULED}?from=2019-01-01&to=2025-04-02`],
    );
    await assertAccessible(visit.page, 'history');
    await visit.page.emulateMedia({ media: 'print' });
    assert.ok(await items.first().isVisible());
    assert.not.ok(
      await fold
        .getByRole('link', { name: /^What changed/ })
        .first()
        .isVisible(),
    );
    await visit.open(`${RULED}?on=2020-01-01`);
    await visit.page.emulateMedia({ media: 'screen' });
    await visit.page.getByText('Versions (2)', { exact: true }).waitFor();
    await fold.locator('summary').click();
    const read = fold.getByRole('link', { name: 'Read the first text held after it, of April 2, 2025' });
    await read.first().click();
    await visit.page.waitForURL(visit.address(RULED));
  });

  test('a long history is shown in two steps, and one that cannot be had may be asked for again', async visit => {
    visit.expectStatus(503, /\/events/);
    let isDown = true;
    await visit.page.route(/s107\/events$/, async route => {
      if (isDown) return route.fulfill({ status: 503, headers: { 'retry-after': '0' } });
      const [event] = ((await (await route.fetch()).json()) as { data: object[] }).data;
      const data = Array.from({ length: 40 }, (_, i) => ({ ...event, citation: `Law ${i}` }));
      await route.fulfill({ json: { data } });
    });
    await visit.open('/usc/title-17/chapter-1/section-107');
    const fold = visit.page.locator('details.history');
    await fold.locator('summary').click();
    const again = fold.getByRole('button', { name: 'Ask again' });
    await again.waitFor();
    isDown = false;
    await again.click();
    const items = fold.getByRole('listitem');
    await items.first().waitFor();
    assert.is(await items.count(), 30);
    assert.match(await items.first().innerText(), 'Law 39');
    await fold.getByRole('button', { name: 'Show all 40' }).press('Enter');
    await items.nth(39).waitFor();
    assert.match(await visit.page.locator(':focus').innerText(), 'Law 9');
    assert.is(await fold.getByRole('button').count(), 0);
    await visit.page.unroute(/s107\/events$/);
    await visit.open('/usc/title-30/chapter-2/section-44%20%2Fus%2Fusc%2Ft30%2Fs45');
    await fold.locator('summary').click();
    await fold.getByText('No credits or notes tell of its history.').waitFor();
  });

  test('a notice has its days among its details alone', async visit => {
    await visit.open('/fr/2018-09910');
    assert.is(await visit.page.locator('details.history').count(), 0);
  });
});

siteSuite('the site, history without a server', [staticSite], sampleSite, test => {
  test('without a server the fold says that no file tells the history', async visit => {
    const asked = askedFor(visit);
    await visit.open(RULED);
    const fold = visit.page.locator('details.history');
    await fold.locator('summary').click();
    await fold.getByText('no file holds what credits and notes tell').waitFor();
    assert.not.ok(asked.some(url => /\/events/.test(url)));
  });
});

siteSuite('the site, heads of the past', [shimSite], sampleSite, test => {
  test('the head for programs names the page of today, and there is no text of today', async visit => {
    const get = async (path: string): Promise<string> =>
      await (
        await fetch(visit.address(path), { headers: { ...visit.site.headers, accept: 'text/html' } })
      ).text();
    const now = await get(SECTION);
    assert.ok(now.includes('twenty-five'), 'a page of today has the text');
    assert.not.ok(now.includes('noindex'));
    for (const query of ['?on=2019-05-01', '?from=2015-01-01&to=2018-01-01']) {
      const html = await get(SECTION + query);
      assert.ok(html.includes('<meta name="robots" content="noindex">'), query);
      assert.ok(html.includes(`<link rel="canonical" href="${SECTION}">`), query);
      assert.not.ok(html.includes('twenty-five'), query);
    }
    const missing = await fetch(visit.address('/usc/title-17/chapter-1/section-1099?on=2019-05-01'), {
      headers: { ...visit.site.headers, accept: 'text/html' },
    });
    assert.is(missing.status, 404);
    await visit.open('/');
  });

  test('a tree without an archive asks for no versions', async visit => {
    const shell = readFileSync(join(await sampleSite(), 'site/index.html'), 'utf8');
    const tag = '<meta name="pandect-archive" content="yes">';
    assert.ok(shell.includes(tag));
    await visit.page.route(/section-106$/, async route => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace(tag, '') });
    });
    const asked = askedFor(visit);
    await visit.open(SECTION);
    await visit.page.waitForLoadState('networkidle');
    assert.not.ok(
      asked.some(url => /\/versions$/.test(url)),
      asked.join('\n'),
    );
  });
});
