import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { siteOf } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { writeCorpus } from '../../helpers/written-corpus.ts';

/** Pages of documents in levels that have the number of another one, in a corpus without identifiers of levels. */

const section = (number: number, chapter: string): string =>
  [
    '---',
    `identifier: "/us/usc/t30/s${number}"`,
    ...['source: "usc"', `title: "30 USC § ${number} - Gulls"`, 'title_number: 30', 'title_name: "ROCKS"'],
    ...[`section_number: "${number}"`, 'chapter_number: "3"', `chapter_name: "${chapter}"`],
    ...['subchapter_number: "I"', 'subchapter_name: "General"'],
    ...[
      'currency: "2024-01-01"',
      'last_updated: "2024-01-01"',
      '---',
      '',
      `# § ${number}. Gulls`,
      '',
      'Gulls rest here.',
      '',
    ],
  ].join('\n');

const CHAPTERS = ['Nests', 'Nests', 'Cliffs', 'Cliffs'];

const tree = () =>
  siteOf(
    writeCorpus(
      Object.fromEntries(
        CHAPTERS.map((chapter, i) => [`usc/title-30/section-${i + 1}.md`, section(i + 1, chapter)]),
      ),
    ),
    join(temporaryFolder(), 'archive'),
  );

/** The answer about the title. */
const OF_TITLE = /\/structure\/(?:%2Fus%2Fusc%2F)?t30(?:\.json)?$/;

siteSuite('the site, levels with one number', [shimSite, staticSite], tree, (test, { hasShim }) => {
  test('breadcrumbs, contents and neighbors are those of the level that a document is in', async visit => {
    const base = new URL(visit.site.base).pathname;
    for (const [number, chapter, subchapter, others] of [
      [1, 'usc/title-30/chapter-3', 'usc/structure/t30/ch3/schI', ['section-2']],
      [4, 'usc/structure/t30/ch3~2', 'usc/structure/t30/ch3~2/schI', ['section-3']],
    ] as const) {
      await visit.open(`/usc/title-30/section-${number}`);
      const navigation = visit.page.getByRole('navigation', { name: 'Breadcrumb' });
      await navigation.locator(`a[href="${base}${subchapter}"]`).waitFor();
      const links = await navigation
        .getByRole('link')
        .evaluateAll(all => all.map(link => link.getAttribute('href')));
      assert.equal(links.slice(-2), [base + chapter, base + subchapter]);
      const around = visit.page.getByRole('navigation', { name: 'Documents of Subchapter I' });
      await around.getByRole('listitem').first().waitFor();
      assert.is(await around.getByRole('listitem').count(), 2);
      const beside = visit.page.getByRole('navigation', { name: 'Previous and next document' });
      await beside.waitFor();
      const neighbors = await beside.getByRole('link').evaluateAll(all => all.map(link => link.href));
      for (const other of others)
        assert.ok(
          neighbors.some(href => href.endsWith(other)),
          `${neighbors}`,
        );
    }
  });

  if (!hasShim) return;

  test('breadcrumbs of former texts and of differences lead to the same levels', async ({ open, page }) => {
    for (const query of ['on=2024-01-02', 'from=2024-01-01']) {
      await open(`/usc/title-30/section-4?${query}`);
      const navigation = page.getByRole('navigation', { name: 'Breadcrumb' });
      await navigation.locator('a[href="/usc/structure/t30/ch3~2/schI"]').waitFor();
      assert.is(await page.getByRole('navigation', { name: /^Documents of/ }).count(), 0, query);
    }
  });

  test('the place of the contents is kept while the level is looked for', async visit => {
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    let isAsked = () => {};
    const asked = new Promise<void>(resolve => {
      isAsked = resolve;
    });
    await visit.page.route(OF_TITLE, async route => {
      isAsked();
      await held;
      await route.continue();
    });
    await visit.page.goto(new URL('usc/title-30/section-4', visit.site.base).href);
    await asked;
    const around = visit.page.getByRole('navigation', { name: 'Documents of Subchapter I' });
    assert.is(await around.locator('[aria-busy=true]').count(), 1);
    release();
    await around.getByRole('listitem').first().waitFor();
  });
});
