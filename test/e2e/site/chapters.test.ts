import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite, siteOf } from '../../helpers/browser/site-tree.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** A chapter shows all its documents, and a section all that cites it, however many pages of the API they fill. */

const SECTIONS = 1130;
/** Those whose number is a multiple of it cite in a note. */
const NOTED = 400;

const textOf = (number: number): string =>
  number % NOTED === 0
    ? 'Text.\n\n## Notes\n\n### Wicks\n\nSee section 1 of this title.'
    : 'Lamps are lit under section 1 of this title.';

function corpus(): string {
  const folder = temporaryFolder();
  const place = join(folder, 'usc/title-03/chapter-01');
  mkdirSync(place, { recursive: true });
  for (let i = 1; i <= SECTIONS; i++) {
    const fields = {
      identifier: `/us/usc/t3/s${i}`,
      source: 'usc',
      title: `3 USC § ${i} - Lamp ${i}`,
      last_updated: '2019-01-07',
      title_number: 3,
      title_name: 'THE LAMPS OF THE U.S. SERVICE',
      chapter_number: '1',
      chapter_name: 'LAMPS, WICKS, AND THEIR KEEPERS IN THE U.S. SERVICE; THE BOARD',
      section_number: String(i),
      section_name: `Lamp ${i}`,
      status: i % 2 === 0 ? 'repealed' : 'in_force',
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    writeFileSync(
      join(place, `section-${i}.md`),
      `---\n${lines.join('\n')}\n---\n\n# § ${i}. Lamp\n\n${textOf(i)}\n`,
    );
  }
  return folder;
}

siteSuite(
  'the site, long chapters',
  [shimSite],
  async () => siteOf(corpus()),
  test => {
    const HERE = '/usc/title-3/chapter-1';

    test('a chapter loads its sections page by page up to a bound, and a button loads the rest', async ({
      page,
      open,
      settled,
    }) => {
      const asked: string[] = [];
      let [underWay, most] = [0, 0];
      page.on('request', request => {
        if (!request.url().includes('/api/usc/documents?')) return;
        asked.push(request.url());
        most = Math.max(most, ++underWay);
      });
      page.on('requestfinished', request => {
        if (request.url().includes('/api/usc/documents?')) underWay--;
      });
      await open(HERE);
      const shown = page.locator('main .document');
      assert.is(await shown.count(), 1100);
      assert.is(asked.length, 11);
      assert.is(most, 1);
      for (const url of asked) assert.is(new URL(url).searchParams.get('limit'), '100', url);
      assert.is(await page.getByRole('status').first().innerText(), '1–1,100 of 1,130 documents');
      await page.getByRole('button', { name: 'Show more (30 documents left)' }).press('Enter');
      await shown.nth(SECTIONS - 1).waitFor();
      await settled();
      assert.is(await shown.count(), SECTIONS);
      assert.is(await page.getByRole('button', { name: /Show more/ }).count(), 0);
      const numbers = await page.locator('main .document-number').allInnerTexts();
      assert.equal(
        numbers,
        Array.from({ length: SECTIONS }, (_, i) => `§ ${i + 1}`),
      );
    });

    test('a filter narrows the whole chapter, whatever the offset', async ({ page, open }) => {
      await open(`${HERE}?status=repealed&offset=40`);
      assert.is(await page.locator('main .document').count(), SECTIONS / 2);
    });

    test('going back restores the position of the reader', async ({ page, open, settled }) => {
      await open(HERE);
      const link = page.locator('main .document a').nth(700);
      await link.scrollIntoViewIfNeeded();
      const before = Number(await page.evaluate('scrollY'));
      assert.ok(before > 5000);
      await link.click();
      await page.locator('main .law').waitFor();
      await page.goBack();
      await settled();
      const after = Number(await page.evaluate('scrollY'));
      assert.ok(Math.abs(after - before) < 200, `${after} instead of ${before}`);
    });

    test('a failed page leaves the loaded ones in place, and can be loaded again', async ({
      page,
      open,
      expectStatus,
    }) => {
      expectStatus(503, /offset=300/);
      let isAway = true;
      await page.route(/offset=300/, route => {
        if (!isAway) return route.continue();
        return route.fulfill({
          status: 503,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ error: { status: 503, code: 'REQUEST_ERROR', message: 'Away.' } }),
        });
      });
      await open(HERE);
      assert.is(await page.locator('main .document').count(), 300);
      isAway = false;
      await page.getByRole('button', { name: 'Ask again' }).press('Enter');
      await page.locator('main .document').nth(1099).waitFor();
    });

    test('names in capitals are shown in mixed case', async ({ page, open }) => {
      const name = 'Lamps, Wicks, and Their Keepers in the U.S. Service; The Board';
      await open('/usc/title-3');
      await page.getByRole('link', { name, exact: true }).waitFor();
      await open(`${HERE}?status=in_force`);
      assert.ok((await page.getByRole('heading', { level: 1 }).innerText()).endsWith(name));
    });

    test('what cites a section is looked for page by page, up to a bound, and the focus goes on', async ({
      page,
      open,
    }) => {
      const asked: string[] = [];
      let [underWay, most] = [0, 0];
      page.on('request', request => {
        if (!/\/references(\?|$)/.test(request.url())) return;
        asked.push(new URL(request.url()).search);
        most = Math.max(most, ++underWay);
      });
      page.on('requestfinished', request => {
        if (/\/references(\?|$)/.test(request.url())) underWay--;
      });
      await open(`${HERE}/section-1`);
      await page.getByText('References', { exact: true }).press('Enter');
      const list = page.getByRole('region', { name: `Cited by (${(SECTIONS - 1).toLocaleString('en-US')})` });
      const items = list.getByRole('listitem');
      const more = list.getByRole('button', { name: 'Show more' });
      const status = list.getByRole('status');
      await items.nth(99).waitFor();
      assert.equal([await items.count(), asked.length], [100, 1]);
      assert.is(await status.innerText(), '100 of 1,129 shown');
      await assertAccessible(page, 'many references');
      await list.getByRole('combobox', { name: 'Where' }).selectOption({ label: 'Notes' });
      await list.getByText('0 of 1,129 shown', { exact: true }).waitFor();
      assert.equal(asked.slice(1, 3), [
        '?list=cited_by&limit=100&offset=100',
        '?list=cited_by&limit=100&offset=200',
      ]);
      assert.is(asked.length, 11, 'ten further pages at once');
      await more.press('Enter');
      await items.nth(1).waitFor();
      assert.is(asked.length, 12);
      assert.is(most, 1, 'one at a time');
      assert.equal(await items.allInnerTexts(), [
        '3 USC § 400 - Lamp 400 Notes',
        '3 USC § 800 - Lamp 800 Notes',
      ]);
      assert.is(await status.innerText(), '2 of 1,129 shown');
      assert.is(await more.count(), 0);
      assert.is(await items.nth(0).locator('a:focus').count(), 1);
      assert.equal(
        (await list.getByRole('combobox', { name: 'Where' }).locator('option').allInnerTexts()).slice(1),
        ['Text (1,127)', 'Notes (2)'],
      );

      await list.getByRole('combobox', { name: 'Where' }).selectOption({ label: 'Anywhere' });
      await items.nth(99).waitFor();
      await more.press('Enter');
      await items.nth(199).waitFor();
      assert.equal([await items.count(), asked.length], [200, 12], 'what is loaded is not asked for again');
      assert.is(await items.nth(100).locator('a:focus').count(), 1, 'on the first further item');
    });
  },
);

siteSuite('the site, a search within a title', [shimSite], sampleSite, test => {
  test('the search box of a title finds documents of that title only, and the facet names the title and its source', async ({
    page,
    open,
    settled,
    address,
  }) => {
    await open('/usc/title-44');
    await assertAccessible(page, 'a title');
    await page.getByRole('searchbox', { name: 'Search title 44' }).fill('records');
    await page.keyboard.press('Enter');
    await page.waitForURL(address('/search?q=records&source=usc&title_number=44'));
    await settled();
    await page.locator('main .hit').first().waitFor();
    await page.locator('.facet-value[aria-current]', { hasText: 'Title 44, U.S. Code' }).waitFor();
    await open('/search?q=records');
    await page.locator('.facet-value', { hasText: /^Title 44, U\.S\. Code and / }).waitFor();
    await open('/search?q=records&source=ecfr&title_number=44');
    await page.locator('.facet-value[aria-current]', { hasText: /^Title 44, (?!U\.S\.)/ }).waitFor();
  });
});
