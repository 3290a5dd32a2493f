import * as assert from 'uvu/assert';
import { takePicture } from '../../helpers/browser/pictures.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import type { Visit } from '../../helpers/browser/visit.ts';

/** The reading page of a document, by keyboard. */

const SECTION = '/usc/title-17/chapter-1/section-106';
/** A document with footnotes. */
const NOTICE = '/fr/2018-09910';

/** A document longer than what is set at once. */
const LONG = '/fr/2024-17755';

/** Polls, since the page's policy forbids what playwright's own waiting needs. */
async function until({ page }: Visit, expression: string): Promise<void> {
  for (let left = 100; !(await page.evaluate(expression)); left--) {
    assert.ok(left > 0, expression);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

const press = ({ page }: Visit, key: string): Promise<void> => page.keyboard.press(key);
const heading = ({ page }: Visit): Promise<string> => page.locator('main h1').innerText();
const hash = ({ page }: Visit): string => new URL(page.url()).hash;

siteSuite('the site, reading', [shimSite, staticSite], sampleSite, test => {
  test("a footnote's mark links to it, and the footnote links back", async visit => {
    await visit.open(NOTICE);
    await visit.tabTo(/^\S+ "\[1\]"/);
    const mark = await visit.page.locator(':focus').evaluate(link => link.parentElement.id);
    await press(visit, 'Enter');
    await visit.page.waitForURL(/#fn-\d+$/);
    assert.is(
      await visit.page.locator(':focus').getAttribute('id'),
      hash(visit).slice(1),
      'the focus is at the note',
    );
    await press(visit, 'Tab');
    await press(visit, 'Enter');
    await visit.page.waitForURL(url => url.hash === `#${mark}`);
    assert.is(await visit.page.locator(':focus').getAttribute('id'), mark, 'the focus is at the mark again');
    await visit.page.goBack();
    await visit.page.waitForURL(/#fn-\d+$/);
  });

  test('notes are folded until a click or a fragment within opens them', async visit => {
    await visit.open(SECTION);
    const notes = visit.page.locator('details.notes').first();
    await notes.waitFor();
    const isOpen = () => notes.evaluate(element => element.open);
    assert.not(await isOpen());
    const summary = (await notes.locator('summary').innerText()).trim();
    for (let name = ''; !name.includes(summary); name = await visit.page.locator(':focus').innerText())
      await press(visit, 'Tab');
    await press(visit, 'Enter');
    assert.ok(await isOpen());
    await visit.open(`${SECTION}#${await notes.getAttribute('id')}`);
    assert.ok(await isOpen(), 'by its address');
  });

  test('a section links to the next and the previous one', async visit => {
    await visit.open(SECTION);
    const here = await heading(visit);
    const neighbors = visit.page.getByRole('navigation', { name: 'Previous and next document' });
    await neighbors.waitFor();
    await visit.tabTo(/^link .*106[aA]/);
    await press(visit, 'Enter');
    await visit.page.waitForURL(/section-106a$/i);
    await visit.page.locator('main h1').filter({ hasNotText: here }).waitFor();
    await visit.settled();
    await visit.page.locator('main h1:focus').waitFor();
    await visit.tabTo(/^link .*§ 106\b(?!a)/i);
    await press(visit, 'Enter');
    await visit.page.waitForURL(visit.address(SECTION));
    await visit.page.locator('main h1').filter({ hasText: here }).waitFor();
  });

  test('going back to a long document restores the position of the reader', async visit => {
    await visit.open(LONG);
    const last = visit.page.locator('.law .run').nth(2).locator('p').nth(3);
    await last.evaluate(paragraph => paragraph.scrollIntoView());
    const top = () => last.evaluate(paragraph => paragraph.getBoundingClientRect().top);
    await until(visit, 'history.state?.mark?.run === 2');
    const before = await top();
    assert.ok(Math.abs(before) < 200, 'it is in sight');
    await visit.page.evaluate(`document.querySelector('.site-nav a[href="fr"]').click()`);
    await visit.page.waitForURL(/\/fr$/);
    await visit.settled();
    await visit.page.goBack();
    await last.waitFor();
    await until(
      visit,
      `Math.abs(document.querySelectorAll('.law .run')[2].querySelectorAll('p')[3].getBoundingClientRect().top - ${before}) < 3`,
    );
  });

  test('links to other representations answer with their types', async visit => {
    await visit.open(SECTION);
    for (const [name, beginning] of Object.entries({ JSON: '{', Markdown: '---', 'Plain text': '§ 106' })) {
      const url = await visit.page
        .locator('.forms')
        .getByRole('link', { name })
        .evaluate(link => link.href);
      const answer = await fetch(url, { headers: visit.site.headers });
      assert.is(answer.status, 200, url);
      assert.ok((await answer.text()).trimStart().startsWith(beginning), `${name} ${url}`);
    }
  });

  test('the copy button copies the citation', async visit => {
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.open(SECTION);
    await visit.tabTo(/^button "Copy citation"/);
    await press(visit, 'Enter');
    await visit.page.getByRole('button', { name: 'Copied' }).first().waitFor();
    assert.match(
      String(await visit.page.evaluate('navigator.clipboard.readText()')),
      /^17 U\.S\.C\. § 106 .*, current through Pub\. L\. 117-80$/,
    );
  });

  test('a repealed section says so', async visit => {
    await visit.open('/usc/title-44/chapter-31/section-3107');
    assert.match(
      await visit.page.locator('.standing').innerText(),
      /repealed|omitted|transferred|renumbered/i,
    );
    await visit.open(SECTION);
    assert.is(await visit.page.locator('.standing').count(), 0);
  });

  test('print shows the text with all notes, without the page around it', async visit => {
    await visit.open(SECTION);
    await visit.page.locator('details.notes').first().waitFor();
    await visit.page.emulateMedia({ media: 'print' });
    for (const name of ['banner', 'contentinfo', 'search'] as const)
      assert.is(await visit.page.getByRole(name).count(), 0, name);
    assert.ok(await visit.page.locator('.law').isVisible());
    await takePicture(visit.page, 'section-print');
  });
});
