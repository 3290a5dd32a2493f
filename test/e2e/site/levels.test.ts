import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { PHONE, type Visit } from '../../helpers/browser/visit.ts';

/** Pages of levels, and the levels around a document. */

/** In the middle of a subpart; the part also has an appendix and a table. */
const MIDDLE = '/ecfr/title-33/chapter-IX/part-971/section-971.2';
const SUBPART = '/ecfr/structure/t33/p971/spA';
const PART = '/ecfr/structure/t33/p971';

/** Paths of the API or of its files that a page asks for. */
function asked({ page }: Visit): string[] {
  const paths: string[] = [];
  page.on('request', request => {
    const [, path] = /\/(api\/.*)$/.exec(request.url()) ?? [];
    if (path) paths.push(decodeURIComponent(decodeURIComponent(path)));
  });
  return paths;
}

const crumbs = ({ page }: Visit) =>
  page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('listitem')
    .evaluateAll(items =>
      items.map(item => [item.textContent, item.querySelector('a')?.getAttribute('href') ?? null]),
    );

const around = ({ page }: Visit, label: string) =>
  page.getByRole('navigation', { name: `Documents of ${label}` });

const neighbors = async ({ page }: Visit): Promise<string[]> => {
  const links = page.getByRole('navigation', { name: 'Previous and next document' });
  await links.waitFor();
  return links.getByRole('link').evaluateAll(all => all.map(link => link.href.replace(/.*\//, '')));
};

const items = ({ page }: Visit, name: string) =>
  page.getByRole('region', { name }).getByRole('listitem').allInnerTexts();

siteSuite('the site, levels', [shimSite, staticSite], sampleSite, (test, { hasShim }) => {
  test('breadcrumbs lead through all levels of a document', async visit => {
    await visit.open(MIDDLE);
    const base = new URL(visit.site.base).pathname;
    assert.equal(
      await crumbs(visit),
      [
        ['Home', ''],
        ['eCFR', 'ecfr'],
        ['Title 33', 'ecfr/title-33'],
        ['Chapter IX', 'ecfr/title-33/chapter-IX'],
        ['Part 971', 'ecfr/title-33/chapter-IX/part-971'],
        ['Subpart A', 'ecfr/structure/t33/p971/spA'],
        ['§ 971.2', null],
      ].map(([label, path]) => [label, path === null ? null : base + path]),
    );
    await visit.page.getByRole('link', { name: 'Subpart A', exact: true }).click();
    await visit.page.waitForURL(visit.address(SUBPART));
    await visit.page.getByRole('heading', { level: 1, name: 'Blowing of Whistles' }).waitFor();
    await visit.settled();
    assert.match(
      (await items(visit, 'Documents')).join('|'),
      /^§ 971\.1 [^|]+\|§ 971\.2 [^|]+\|§ 971\.3 [^|]+$/,
    );
  });

  test('one request brings the contents of the level and both neighbors', async visit => {
    const paths = asked(visit);
    await visit.open(MIDDLE);
    const list = around(visit, 'Subpart A');
    assert.equal(
      await list
        .getByRole('listitem')
        .getByRole('link')
        .evaluateAll(all => all.map(link => link.href.replace(/.*\//, ''))),
      ['section-971.1', 'section-971.2', 'section-971.3'],
    );
    assert.match(await list.locator('[aria-current=page]').innerText(), /^§ 971\.2 /);
    assert.is(await list.locator('[aria-current]').count(), 1);
    assert.equal(await neighbors(visit), ['section-971.1', 'section-971.3']);
    await visit.page.waitForLoadState('networkidle');
    const ending = hasShim ? '' : '.json';
    // The tree has an archive: the list of versions is asked for a second after the text.
    assert.equal(
      paths.filter(path => !/\/versions/.test(path)),
      [`api/ecfr/documents/t33/s971.2${ending}`, `api/ecfr/structure/t33/p971/spA${ending}`],
    );
    assert.ok(await list.isVisible());
    assert.is(await visit.page.locator('details.contents').first().isVisible(), false);
  });

  test('at the end of a level the next document is that of the next level', async visit => {
    await visit.open('/usc/title-17/chapter-1/section-108');
    assert.equal(await neighbors(visit), ['section-107', 'section-1010']);
    await around(visit, 'Chapter 1').waitFor();
  });

  test('documents beside lower levels have their neighbors in the order of the title', async visit => {
    await visit.open('/ecfr/title-33/chapter-IX/part-971/appendix-A');
    const list = around(visit, 'Part 971');
    assert.is(await list.getByRole('listitem').count(), 2);
    assert.equal(await neighbors(visit), ['section-971.3', 'table-1']);
  });

  test('a document that the level does not name has no contents of it, and neighbors by cursors', async visit => {
    await visit.open('/usc/title-30/chapter-2/section-44%20%2Fus%2Fusc%2Ft30%2Fs45');
    await visit.page.waitForLoadState('networkidle');
    assert.is(await around(visit, 'Chapter 2').count(), 0);
    const links = visit.page.getByRole('navigation', { name: 'Previous and next document' });
    if (hasShim) await links.waitFor();
    assert.is(await links.getByRole('link').count(), hasShim ? 2 : 0);
  });

  test(
    'on a phone the contents are folded above the text, and begin at the document',
    async visit => {
      await visit.open(MIDDLE);
      const fold = visit.page.locator('details.contents', { hasText: 'In Subpart A' });
      const list = around(visit, 'Subpart A');
      assert.is(await list.isVisible(), false);
      await fold.locator('summary').click();
      await list.waitFor();
      await assertAccessible(visit.page, 'a section with its level open');
      await list.getByRole('link', { name: /^§ 971\.3 / }).click();
      await visit.page.waitForURL(/section-971\.3$/);
      await visit.page.getByRole('heading', { level: 1, name: /971\.3/ }).waitFor();
    },
    PHONE,
  );

  test('a document of the Federal Register is in no level', async visit => {
    const paths = asked(visit);
    await visit.open('/fr/2018-09910');
    await visit.page.waitForLoadState('networkidle');
    assert.equal(
      paths.filter(path => path.includes('structure')),
      [],
    );
    assert.is(await visit.page.getByRole('navigation', { name: /^Documents of/ }).count(), 0);
  });

  test('a level shows the levels above and in it, its documents, and its notes typeset', async visit => {
    const paths = asked(visit);
    await visit.open(PART);
    assert.match(await visit.page.title(), /^Part 971 – FERRY WHISTLES, Chapter IX, Title 33, eCFR/);
    assert.equal(
      (await crumbs(visit)).map(([label]) => label),
      ['Home', 'eCFR', 'Title 33', 'Chapter IX', 'Part 971'],
    );
    assert.equal(
      (await items(visit, 'Levels')).map(text => text.replace(/\s+/g, ' ')),
      ['Subpart A Blowing of Whistles 3 documents'],
    );
    assert.match(
      (await items(visit, 'Documents')).join('|'),
      /^Appendix A to Part 971—[^|]+\|Table 1 to [^|]+$/,
    );
    const notes = visit.page.getByRole('region', { name: 'Notes' });
    await notes.locator('strong', { hasText: 'Authority' }).waitFor();
    assert.is(paths.length, 1, paths.join(', '));
    await assertAccessible(visit.page, 'a part');
    await visit.page.getByRole('link', { name: 'Subpart A Blowing of Whistles' }).click();
    await visit.page.waitForURL(visit.address(SUBPART));
    await visit.page.locator('main h1:focus').waitFor();
    await visit.settled();
    await assertAccessible(visit.page, 'a subpart');
    assert.is(await visit.page.getByRole('region', { name: 'Levels' }).count(), 0);
    assert.is(await visit.page.getByRole('region', { name: 'Notes' }).count(), 0);
  });

  test('reserved levels say so', async visit => {
    await visit.open('/ecfr/structure/t33/chIX');
    const [, reserved = ''] = await items(visit, 'Levels');
    assert.match(reserved.replace(/\s+/g, ' '), /^Part 972-974 \[Reserved\] 0 documents Reserved$/);
    await visit.page.getByRole('link', { name: /^Part 972-974/ }).click();
    await visit.page.waitForURL(/p972-974$/);
    await visit.page.locator('main h1:focus').waitFor();
    await visit.settled();
    assert.match(await visit.page.locator('.view-facts').innerText(), /^0 documents\s+Reserved$/);
  });

  test('a title has its structure beside its chapters', async visit => {
    await visit.open('/usc/title-17');
    const tabs = visit.page.getByRole('navigation', { name: 'Show' });
    await tabs.getByRole('link', { name: 'Structure' }).click();
    await visit.page.waitForURL(visit.address('/usc/structure/t17'));
    await visit.page.locator('main h1:focus').waitFor();
    await visit.settled();
    assert.is((await items(visit, 'Levels')).length, 2);
    await visit.page.getByRole('link', { name: 'Chapters and all documents' }).click();
    await visit.page.waitForURL(visit.address('/usc/title-17'));
    await tabs.waitFor();
    assert.is(await tabs.locator('[aria-current=page]').innerText(), 'Chapters');
    await visit.open('/usc');
    assert.is(await tabs.getByRole('link').count(), 2, 'a source has no such tab');
    await visit.open(SUBPART);
    assert.is(await visit.page.getByRole('link', { name: /all documents/ }).count(), 0);
  });

  test('a chapter and a part lead to their level, and it leads back', async visit => {
    const pages = [
      ['/usc/title-17/chapter-1', '/usc/structure/t17/ch1'],
      ['/ecfr/title-33/chapter-IX', '/ecfr/structure/t33/chIX'],
      ['/ecfr/title-33/chapter-IX/part-971', PART],
    ] as const;
    for (const [path, level] of pages) {
      await visit.open(path);
      const tabs = visit.page.getByRole('navigation', { name: 'Show' });
      assert.is(await tabs.locator('[aria-current=page]').innerText(), 'Documents');
      await tabs.getByRole('link', { name: 'Structure and notes' }).click();
      await visit.page.waitForURL(visit.address(level));
      await visit.page.getByRole('link', { name: 'List of all documents' }).click();
      await visit.page.waitForURL(visit.address(path));
      await tabs.waitFor();
    }
  });

  test('a part without its chapter in the address leads to its level, too', async visit => {
    const paths = asked(visit);
    await visit.open('/ecfr/title-33/part-971');
    await visit.page.getByRole('link', { name: 'Structure and notes' }).waitFor();
    await visit.page.waitForLoadState('networkidle');
    const small = paths.filter(path => path.includes('fields='));
    assert.is(small.length, hasShim ? 1 : 0, paths.join(', '));
    await visit.page.getByRole('link', { name: 'Structure and notes' }).click();
    await visit.page.waitForURL(visit.address(PART));
  });

  test('an empty level has no list of documents', async visit => {
    await visit.open('/ecfr/structure/t33/p972-974');
    assert.is(await visit.page.getByRole('link', { name: /all documents/ }).count(), 0);
  });

  test('a level that is not there is a page that says so', async visit => {
    visit.expectStatus(404, /structure\/t33/);
    await visit.open('/ecfr/structure/t33/p1');
    await visit.page.getByRole('heading', { level: 1, name: 'There is no such level here' }).waitFor();
    assert.match(await visit.page.locator('main').innerText(), '/us/cfr/t33/p1');
    assert.match(await visit.page.title(), /^Not found/);
  });
});
