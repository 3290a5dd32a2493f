import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { focusedName, PHONE, type Visit } from '../../helpers/browser/visit.ts';

/** What a link leads to, shown beside the pointer or the focus. */

const SECTION = '/usc/title-17/chapter-1/section-106';
/** Imported from XML: its links name identifiers. */
const LINKED = '/usc/title-14/chapter-91/section-9101';

const preview = ({ page }: Visit) => page.getByRole('tooltip');

/** Requests for previews: their code and their data. */
function asked({ page }: Visit): string[] {
  const urls: string[] = [];
  page.on('request', request => {
    if (/preview-|citations|fields=display|format=text|[.]txt$/.test(request.url()))
      urls.push(
        request
          .url()
          .replace(/^.*\//, '')
          .replace(/-\w{8}[.]js$/, ''),
      );
  });
  return urls;
}

/** Puts the pointer where there is no link. */
const moveAway = ({ page }: Visit) => page.mouse.move(2, 400);

siteSuite('the site, previews', [shimSite], sampleSite, test => {
  test('the pointer on a citation shows what it leads to, by small requests, once', async visit => {
    const urls = asked(visit);
    await visit.open(SECTION);
    await visit.page.waitForLoadState('networkidle');
    assert.equal(urls, [], 'nothing before');
    const link = visit.page.getByRole('link', { name: 'sections 107' });
    await link.hover();
    await preview(visit).waitFor();
    const text = await preview(visit).innerText();
    assert.match(text, /^17 U\.S\.C\. § 107 \(\d{4}\)\s+§ 107\. [^\n]+\s+\w[^§]+/);
    assert.is(urls.length, 4, urls.join('\n'));
    assert.match(
      urls.join(' '),
      /^preview citations\?q=17%20USC%20107 \S+\?fields=display_title\S+ \S+\?format=text$/,
    );
    assert.is(await link.getAttribute('aria-describedby'), await preview(visit).getAttribute('id'));
    await assertAccessible(visit.page, 'a preview');

    await moveAway(visit);
    await preview(visit).waitFor({ state: 'detached' });
    assert.is(await link.getAttribute('aria-describedby'), null);
    await link.hover();
    await preview(visit).waitFor();
    assert.is(urls.length, 4, 'it is kept');
  });

  test(
    'a preview is readable in dark colors and within the window',
    async visit => {
      await visit.open(SECTION);
      await visit.page.getByRole('link', { name: '108' }).first().hover();
      await preview(visit).waitFor();
      await assertAccessible(visit.page, 'a preview, dark');
      const box = await preview(visit).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 420, JSON.stringify(box));
      const excess = await visit.page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(excess) <= 0);
    },
    { colorScheme: 'dark', viewport: { width: 420, height: 700 } },
  );

  test('it stays while the pointer is on it, and Escape closes it', async visit => {
    await visit.open(SECTION);
    const link = visit.page.getByRole('link', { name: 'sections 107' });
    await link.hover();
    await preview(visit).waitFor();
    await preview(visit).hover();
    await visit.page.waitForTimeout(600);
    assert.is(await preview(visit).count(), 1, 'hoverable');
    await visit.page.keyboard.press('Escape');
    assert.is(await preview(visit).count(), 0, 'dismissible');

    await link.hover();
    await preview(visit).waitFor();
    await visit.page.keyboard.press('Escape');
    await link.hover({ position: { x: 3, y: 3 } });
    await visit.page.waitForTimeout(600);
    assert.is(await preview(visit).count(), 0, 'it comes back only with the pointer');
    await moveAway(visit);
    await link.hover();
    await preview(visit).waitFor();
  });

  test('a pointer that passes over a link shows and asks nothing', async visit => {
    await visit.open(SECTION);
    const urls = asked(visit);
    await visit.page.getByRole('link', { name: 'sections 107' }).hover();
    await moveAway(visit);
    await visit.page.waitForTimeout(600);
    assert.is(await preview(visit).count(), 0);
    assert.equal(
      urls.filter(url => !url.startsWith('preview')),
      [],
    );
  });

  test('the focus shows it, Escape keeps the focus, and Enter follows the link', async visit => {
    await visit.open(SECTION);
    await visit.tabTo(/^link "sections 107"/);
    await preview(visit).waitFor();
    assert.match(await preview(visit).innerText(), /§ 107/);
    await visit.page.waitForTimeout(400);
    assert.is(await preview(visit).count(), 1, 'persistent');
    await visit.page.keyboard.press('Escape');
    assert.is(await preview(visit).count(), 0);
    assert.match(await focusedName(visit.page), /^link "sections 107"/);
    await visit.page.keyboard.press('Tab');
    await preview(visit).getByText(/§ 108/).first().waitFor();
    assert.is(await preview(visit).count(), 1);
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(visit.address('/search?q=17%20USC%20108'));
    await visit.settled();
    assert.is(await preview(visit).count(), 0);
  });

  test('a law that is not held is told', async visit => {
    await visit.open('/ecfr/structure/t33/p971');
    await visit.page.getByRole('link', { name: '51 FR 99710' }).hover();
    await preview(visit).getByText('This is not held here.').waitFor();
  });

  test('what cites a part has previews, too', async visit => {
    await visit.open('/ecfr/structure/t33/p971');
    await visit.page.getByText('References', { exact: true }).click();
    await visit.page.locator('.references-list a[href*="/fr/"]').first().hover();
    await preview(visit)
      .getByText(/Fed\. Reg\. .*\(\w+\.? \d+, 2022\)/)
      .waitFor();
  });

  test(
    'a finger follows the link at once',
    async visit => {
      const urls = asked(visit);
      await visit.open(SECTION);
      await visit.page.getByRole('link', { name: 'sections 107' }).tap();
      await visit.page.waitForURL(visit.address('/search?q=17%20USC%20107'));
      assert.equal(urls, []);
    },
    PHONE,
  );

  test('without its code a link is a link', async visit => {
    visit.expectStatus(503, /preview-/);
    await visit.page.route(/preview-/, route => route.fulfill({ status: 503, body: '' }));
    await visit.open(SECTION);
    const link = visit.page.getByRole('link', { name: 'sections 107' });
    await link.hover();
    await link.click();
    await visit.page.waitForURL(visit.address('/search?q=17%20USC%20107'));
  });
});

siteSuite('the site, previews of links to identifiers', [shimSite, staticSite], sampleSite, test => {
  test('a link to a document and a footnote show their words', async visit => {
    await visit.open(LINKED);
    await visit.page.getByRole('link', { name: 'section 9102 of this title' }).hover();
    await preview(visit).waitFor();
    assert.match(await preview(visit).innerText(), /^14 U\.S\.C\. § 9102 .*\s+§ 9102\. [^\n]+\s+\w/);
    const urls = asked(visit);
    await visit.page.locator('.law .mark a').first().hover();
    await preview(visit)
      .getByText(/^Footnote \[1\]/)
      .waitFor();
    assert.equal(urls, [], 'it is on the page');
  });
});
