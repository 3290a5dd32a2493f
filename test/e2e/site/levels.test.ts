import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { focusedName, PHONE, type Visit } from '../../helpers/browser/visit.ts';

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

/** The levels before and after. */
const besides = async ({ page }: Visit): Promise<string[]> => {
  const links = page.getByRole('navigation', { name: 'Previous and next level' });
  await links.waitFor();
  return links
    .getByRole('link')
    .evaluateAll(all =>
      all.map(link => `${link.rel} ${link.textContent.replace(/[←→]/, '').trim()} ${link.pathname}`),
    );
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

  test('a document in a level with the number of another one has the contents and neighbors of its own', async visit => {
    await visit.open('/usc/title-30/chapter-2/section-44%20%2Fus%2Fusc%2Ft30%2Fs45');
    const contents = around(visit, 'Chapter 2').getByRole('listitem');
    await contents.first().waitFor();
    assert.is(await contents.count(), 1);
    const links = visit.page.getByRole('navigation', { name: 'Previous and next document' });
    await links.waitFor();
    assert.is(await links.getByRole('link').count(), 2);
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
    await besides(visit);
    assert.equal(
      paths.map(path => path.replace(/[.]json$/, '')),
      ['api/ecfr/structure/t33/p971', 'api/ecfr/structure/t33/chIX'],
    );
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

  test('levels lead to those before and after in the level above, pages of lists past empty ones', async visit => {
    const base = new URL(visit.site.base).pathname;
    // The sample has no two parts with sections in one chapter or subchapter.
    const add = (level: RegExp, number: string) =>
      visit.page.route(level, async route => {
        const answer = await (await route.fetch()).json();
        const [child] = answer.data.children;
        answer.data.children.push({ ...child, identifier: `${child.identifier}x`, number });
        await route.fulfill({ json: answer });
      });
    await add(/structure\/t39.*schD([.]json)?$/, '234');
    await add(/structure\/t33.*chIX([.]json)?$/, '975');
    for (const [path, expected] of [
      ['/usc/structure/t17/ch1', ['next Chapter 10 usc/structure/t17/ch10']],
      [
        '/ecfr/structure/t33/p972-974',
        ['prev Part 971 ecfr/structure/t33/p971', 'next Part 975 ecfr/structure/t33/p971x'],
      ],
      [
        '/usc/structure/t17',
        ['prev Title 14 usc/structure/t14', 'next Title 28 Appendix usc/structure/t28a'],
      ],
      ['/ecfr/title-39/chapter-I/part-233', ['next Part 234 ecfr/title-39/chapter-I/part-234']],
      ['/ecfr/title-33/part-971', ['next Part 975 ecfr/title-33/part-975']],
      ['/usc/title-17', ['prev Title 14 usc/title-14', 'next Title 30 usc/title-30']],
    ] as const) {
      await visit.open(path);
      assert.equal(
        await besides(visit),
        expected.map(link => link.replace(/(\S+)$/, `${base}$1`)),
        path,
      );
    }
    await visit.tabTo(/link "← Title 14"|link "Title 14"/);
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(visit.address('/usc/title-14'));
    await assertAccessible(visit.page, 'a title');
    await visit.page.unrouteAll();
    await visit.open('/ecfr/title-33/chapter-IX/part-971');
    await visit.page.getByRole('link', { name: 'Feed of what changes here' }).waitFor();
    await visit.page.waitForLoadState('networkidle');
    assert.is(await visit.page.getByRole('navigation', { name: 'Previous and next level' }).count(), 0);
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

siteSuite('the site, changes of a level', [shimSite], sampleSite, test => {
  const tab = ({ page }: Visit) =>
    page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Changes' });
  const summary = ({ page }: Visit) => page.getByRole('status').first();
  const changes = async ({ page }: Visit): Promise<string[]> =>
    (await page.locator('main .document').allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim());

  test('a title leads to what its newest edition changed, and each change to the two texts', async visit => {
    await visit.open('/usc/title-17');
    await visit.tabTo(/link "Changes"/);
    await visit.page.keyboard.press('Enter');
    await visit.page.locator('main h1:focus').waitFor();
    assert.is(visit.page.url(), visit.address('/usc/structure/t17?view=changes'));
    assert.match(await visit.page.title(), /^Changes in Title 17 – /);
    assert.is(await visit.page.locator('head meta[name=robots]').getAttribute('content'), 'noindex');
    assert.is(
      (await summary(visit).innerText()).trim(),
      '1 change after January 1, 2018, until December 27, 2021: 1 amended.',
    );
    assert.equal(
      await visit.page.locator('input[type=date]').evaluateAll(all => all.map(({ value }) => value)),
      ['2018-01-01', '2021-12-27'],
    );
    const feed = visit.page.getByRole('link', { name: 'Feed of what changes here' });
    assert.is(await feed.getAttribute('href'), '/feeds/usc-title-17.atom');
    await assertAccessible(visit.page, 'changes of a title');
    await visit.tabTo(/link "All since January 1, 2015"/);
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(/\?view=changes&from=2015-01-01&to=2021-12-27$/);
    await visit.page.getByText('3 changes after January 1, 2015').waitFor();
    assert.match(await focusedName(visit.page), /All since/, 'the focus stays');
    assert.is(await visit.page.locator('.editions [aria-current]').innerText(), 'All since January 1, 2015');
    const rights = '17 USC § 106 - Exclusive rights in keepers’ logs, charts, and illustrated works';
    const what = `What changed in ${rights}`;
    assert.equal(await changes(visit), [
      `${rights} Amended January 1, 2018 ${what}`,
      `${rights} Amended December 27, 2021 ${what}`,
      '17 USC § 109 - Limitations on exclusive rights: copies by libraries and lighthouses Removed or repealed January 1, 2018',
    ]);
    const links = visit.page.locator('main .document').getByRole('link');
    const section = '/usc/title-17/section-10';
    assert.equal(await links.evaluateAll(all => all.map(link => link.getAttribute('href'))), [
      ...[`${section}6`, `${section}6?from=2015-01-01&to=2018-01-01`],
      ...[`${section}6`, `${section}6?from=2018-01-01&to=2021-12-27`],
      `${section}9?on=2015-01-01`,
    ]);
    await links.nth(3).click();
    await visit.page.getByText('1 change', { exact: true }).waitFor();
    await visit.page.goBack();
    await visit.page.getByText('3 changes after January 1, 2015').waitFor();
    await visit.page.getByRole('link', { name: 'Contents', exact: true }).click();
    await visit.page.waitForURL(visit.address('/usc/structure/t17'));
    await visit.page.getByRole('region', { name: 'Levels' }).waitFor();
    assert.is(await visit.page.locator('.days-form').count(), 0);
  });

  test('a part tells what was added and renumbered', async visit => {
    await visit.open('/ecfr/title-1/chapter-I/part-1');
    await tab(visit).click();
    await visit.page.waitForURL(visit.address('/ecfr/structure/t1/p1?view=changes'));
    await visit.page.getByText('3 changes after January 1, 2019').waitFor();
    assert.match(await summary(visit).innerText(), 'April 2, 2025: 1 added, 1 amended, 1 renumbered.');
    const all = await changes(visit);
    assert.match(all[0] as string, /^1 CFR § 1\.1 .* Amended April 2, 2025/);
    assert.match(all[1] as string, /^1 CFR § 1\.2 .* Renumbered April 2, 2025 Formerly 1 CFR 1\.3$/);
    assert.match(all[2] as string, /^1 CFR § 1\.10 .* Added April 2, 2025$/);
    assert.is(
      await visit.page.getByRole('link', { name: 'Feed of what changes here' }).getAttribute('href'),
      '/feeds/ecfr-title-1-part-1.atom',
    );
    await visit.page.getByRole('link', { name: 'Formerly 1 CFR 1.3' }).click();
    await visit.page.getByText('As of January 1, 2019.').waitFor();
  });

  test('days are chosen in fields, and the address keeps them', async visit => {
    await visit.open('/usc/structure/t17/ch1?view=changes');
    await visit.page.getByLabel('Changes after').fill('2014-06-30');
    await visit.page.getByLabel('until').fill('2016-06-30');
    await visit.page.getByLabel('until').press('Enter');
    await visit.page.waitForURL(/ch1\?view=changes&from=2014-06-30&to=2016-06-30$/);
    await visit.page
      .getByText(
        'Nothing changed after June 30, 2014, until June 30, 2016. The first edition that is held here is of January 1, 2015',
      )
      .waitFor();
    assert.match(await focusedName(visit.page), /until|2016/);
    await visit.page.getByLabel('until').fill('');
    await visit.page.getByLabel('Changes after').fill('2015-01-01');
    await visit.page.getByRole('button', { name: 'Show' }).press('Enter');
    await visit.page.getByText('3 changes after January 1, 2015, until today').waitFor();
    assert.match(visit.page.url(), /\?view=changes&from=2015-01-01$/);
    await visit.page.reload();
    await visit.page.getByText('3 changes after January 1, 2015, until today').waitFor();
    await visit.page.getByLabel('until').fill('2020-06-30');
    await visit.page.getByRole('link', { name: 'January 1, 2018', exact: true }).click();
    await visit.page.getByText('2 changes after January 1, 2015, until January 1, 2018').waitFor();
    assert.is(await visit.page.getByLabel('until').inputValue(), '2018-01-01', 'a link sets the fields');
    await visit.page.goBack();
    await visit.page.getByText('3 changes after January 1, 2015, until today').waitFor();
    await visit.page.emulateMedia({ media: 'print' });
    assert.not.ok(await visit.page.locator('.days-form').isVisible());
    assert.not.ok(await visit.page.locator('.editions').isVisible());
    assert.is((await changes(visit)).length, 3);
    await visit.page.emulateMedia({ media: 'screen' });
    visit.expectStatus(400, /changes\?from=2016/);
    await visit.page.getByLabel('Changes after').fill('2016-01-01');
    await visit.page.getByLabel('until').fill('2015-01-01');
    await visit.page.getByLabel('until').press('Enter');
    await visit.page.getByRole('alert').getByText('a date that is not before 2016-01-01').waitFor();
    assert.is((await changes(visit)).length, 0);
  });

  test('where no edition changed anything, or none is held, it is said', async visit => {
    visit.expectStatus(404, /versions/);
    const asked: string[] = [];
    visit.page.on('request', request => asked.push(request.url()));
    await visit.open('/usc/structure/t14?view=changes');
    await visit.page.getByText('the first is that of December 27, 2021').waitFor();
    await assertAccessible(visit.page, 'no changes');
    let status = 503;
    await visit.page.route(/structure\/t30\/versions$/, route =>
      route.fulfill({ status, headers: { 'retry-after': '0' } }),
    );
    visit.expectStatus(503, /versions/);
    await visit.open('/usc/structure/t30?view=changes');
    const again = visit.page.getByRole('button', { name: 'Ask again' });
    await again.waitFor();
    status = 404;
    await again.click();
    await visit.page.getByText('No edition of this title is held here').waitFor();
    assert.not.ok(asked.some(url => url.includes('/changes?')));
  });

  test('further changes are on further pages', async visit => {
    const asked: string[] = [];
    await visit.page.route(/\/changes\?/, async route => {
      asked.push(new URL(route.request().url()).search);
      const answer = await (await route.fetch()).json();
      const pagination = { total: 250, limit: 100, offset: 0, has_more: true };
      await route.fulfill({ json: { ...answer, pagination } });
    });
    await visit.open('/usc/structure/t17?view=changes&from=2015-01-01');
    const pages = visit.page.getByRole('navigation', { name: 'Pages of changes' });
    await pages.getByRole('link', { name: 'Next' }).click();
    await visit.page.waitForURL(/\?view=changes&from=2015-01-01&offset=100$/);
    await visit.settled();
    assert.equal(asked, ['?from=2015-01-01&limit=100&offset=0', '?from=2015-01-01&limit=100&offset=100']);
  });

  test('a tree without an archive has no such tab', async visit => {
    await visit.page.route(/structure\/t17$/, async route => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace('<meta name="pandect-archive" content="yes">', '');
      await route.fulfill({ response: answer, body: text });
    });
    await visit.open('/usc/structure/t17');
    assert.is(await tab(visit).count(), 0);
    await visit.page.unrouteAll();
    await visit.open('/usc/structure/t17');
    assert.is(await tab(visit).count(), 1);
  });
});

siteSuite('the site, changes of a level without a server', [staticSite], sampleSite, test => {
  test('no tab leads to changes, and their page says that no file holds them', async visit => {
    for (const path of ['/usc/title-17', '/usc/structure/t17', '/usc/title-17/chapter-1']) {
      await visit.open(path);
      const main = visit.page.getByRole('main');
      await main.getByRole('link').first().waitFor();
      assert.is(await main.getByRole('link', { name: 'Changes', exact: true }).count(), 0, path);
    }
    await visit.open('/usc/structure/t17?view=changes');
    await visit.page.getByText('no file holds what changed between two days').waitFor();
  });
});
