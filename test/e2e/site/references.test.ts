import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import type { Visit } from '../../helpers/browser/visit.ts';

/** What a document cites, and what cites it, below its text. */

const SECTION = '/usc/title-17/chapter-1/section-106';

async function openReferences(visit: Visit, path: string): Promise<void> {
  await visit.open(path);
  await visit.page.getByText('References', { exact: true }).click();
}

const items = ({ page }: Visit, name: RegExp) =>
  page.getByRole('region', { name }).getByRole('listitem').allInnerTexts();

siteSuite('the site, references', [shimSite, staticSite], sampleSite, (test, { hasShim }) => {
  test('nothing is loaded before the references are opened', async visit => {
    const asked: string[] = [];
    visit.page.on('request', request => asked.push(request.url()));
    await visit.open(SECTION);
    await visit.page.waitForLoadState('networkidle');
    assert.not.ok(asked.some(url => url.includes('references')));
    await visit.page.getByText('References', { exact: true }).click();
    await visit.page.getByRole('heading', { name: /^Cites/ }).waitFor();
    assert.is(asked.filter(url => /\/references(\.json)?$/.test(url)).length, 1, asked.join('\n'));
  });

  test('a section shows what it cites: links to documents, and names of laws that are not held', async visit => {
    await openReferences(visit, SECTION);
    const cites = visit.page.getByRole('region', { name: 'Cites (6)' });
    await cites.waitFor();
    const links = await cites.getByRole('link').evaluateAll(all => all.map(link => link.href));
    assert.equal(
      links.map(href => href.replace(/^.*\/(?=section-)/, '')),
      ['section-107', 'section-108'],
    );
    assert.equal((await items(visit, /^Cites/)).slice(2), [
      'Pub. L. 94-953 Credits, § 11',
      'Pub. L. 101-949 Credits, § 504',
      '90 Stat. 9546 Credits',
      '104 Stat. 9128 Credits',
    ]);
    await assertAccessible(visit.page, 'references');
    await cites.getByRole('link').first().click();
    await visit.page.getByRole('heading', { level: 1, name: /107/ }).waitFor();
  });

  test('lists are filtered by source and by the kind of text', async visit => {
    await openReferences(visit, SECTION);
    const source = visit.page.getByRole('combobox', { name: 'Source' });
    await source.waitFor();
    assert.equal(await source.locator('option').allInnerTexts(), ['All', 'U.S. Code (2)', 'Other laws (4)']);
    await source.selectOption({ label: 'Other laws (4)' });
    assert.is((await items(visit, /^Cites/)).length, 4);
    await source.selectOption({ label: 'All' });
    await visit.page.getByRole('combobox', { name: 'Where' }).selectOption({ label: 'Text (2)' });
    assert.is((await items(visit, /^Cites/)).length, 2);
  });

  test('a part is cited by what amends it, and is linked as a level', async visit => {
    await openReferences(visit, '/fr/2024-02851');
    await visit.page.getByRole('region', { name: 'Cites (1)' }).waitFor();
    assert.equal(await items(visit, /^Cites/), ['15 CFR part 996 Amends']);
  });

  test(
    'a level shows what cites it, readable in dark colors',
    async visit => {
      await openReferences(visit, '/ecfr/structure/t33/p971');
      await visit.page.getByRole('region', { name: /^Cited by/ }).waitFor();
      assert.match((await items(visit, /^Cited by/)).join('|'), / Amends(?:[|]|$)/);
      await assertAccessible(visit.page, 'references of a level');
    },
    { colorScheme: 'dark' },
  );

  test('a document without references says so', async visit => {
    // A host of files has no file for it.
    if (!hasShim) visit.expectStatus(404, /\/references/);
    await openReferences(visit, '/fr/2016-05118');
    await visit.page.getByText('No references are known.').waitFor();
  });
});
