import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { focusedName } from '../../helpers/browser/visit.ts';

/** What changed between two texts of a document (test/helpers/browser/former-texts.ts). */

const SECTION = '/usc/title-17/chapter-1/section-106';
const OLDEST = `${SECTION}?from=2015-01-01&to=2021-12-27`;

siteSuite('the site, redline', [shimSite], sampleSite, test => {
  test('the timeline leads to what changed, with deleted and inserted words', async visit => {
    await visit.open(`${SECTION}?on=2018-01-01`);
    await visit.page.getByText('Versions (3)', { exact: true }).click();
    const links = visit.page.getByRole('link', { name: /^What changed from/ });
    await links.first().click();
    await visit.page.getByText('1 change', { exact: true }).waitFor();
    assert.match(visit.page.url(), /\?from=2018-01-01&to=2021-12-27$/);
    const law = visit.page.locator('.law');
    assert.equal(await law.locator('del').allInnerTexts(), ['fifty']);
    assert.equal(await law.locator('ins').allInnerTexts(), ['twenty-five']);
    assert.match(await visit.page.title(), /changes from 2018-01-01 to 2021-12-27/);
    const said = await visit.page.evaluate(
      "getComputedStyle(document.querySelector('.law ins'), '::before').content",
    );
    assert.match(String(said), 'inserted');
    const details = visit.page.getByText(/^Details that differ/);
    await details.click();
    await visit.page.getByRole('rowheader', { name: 'Currency' }).waitFor();
    await assertAccessible(visit.page, 'redline');
  });

  test('two versions are chosen in the timeline', async visit => {
    await visit.open(`${SECTION}?on=2018-01-01`);
    await visit.page.getByText('Versions (3)', { exact: true }).click();
    await visit.page.getByRole('combobox', { name: 'Compare' }).selectOption('2015-01-01');
    await visit.page.getByRole('combobox', { name: 'with' }).selectOption('2018-01-01');
    await visit.page.getByRole('button', { name: 'Show what changed' }).click();
    await visit.page.getByText(/^\d+ changes$/).waitFor();
    assert.match(visit.page.url(), /\?from=2015-01-01&to=2018-01-01$/);
  });

  test('changes are reached by keyboard, and unchanged paragraphs are folded', async visit => {
    await visit.open(OLDEST);
    const status = visit.page.getByRole('status');
    const [, count] = /^(\d+) changes$/.exec(await status.innerText()) ?? [];
    assert.ok(Number(count) > 2, await status.innerText());
    await visit.tabTo(/button "Next change"/);
    await visit.page.keyboard.press('Enter');
    assert.is(await status.innerText(), `Change 1 of ${count}`);
    assert.match(String(await visit.page.evaluate('document.activeElement.localName')), /^(ins|del)$/);
    await visit.page.keyboard.press('n');
    assert.is(await status.innerText(), `Change 2 of ${count}`);
    await visit.page.keyboard.press('p');
    await visit.page.keyboard.press('p');
    assert.is(await status.innerText(), `Change ${count} of ${count}`);
    const fold = visit.page.getByText(/^\d+ unchanged paragraphs$/).first();
    const inside = visit.page.locator('details.unchanged > p').first();
    assert.not.ok(await inside.isVisible());
    await fold.focus();
    await visit.page.keyboard.press('Enter');
    assert.ok(await inside.isVisible());
    // Outside of the changes the keys are the reader's own.
    await visit.page.getByRole('searchbox').first().focus();
    await visit.page.keyboard.press('n');
    assert.is(await status.innerText(), `Change ${count} of ${count}`);
    assert.match(await focusedName(visit.page), /search/i);
  });

  test('moved and renumbered paragraphs are told', async visit => {
    await visit.open(OLDEST);
    const text = (await visit.page.locator('.law').innerText()).replace(/\s+/g, ' ');
    assert.match(text, /Moved to \(\d\): it stands elsewhere now|\(4\) \(5\)|\(5\) \(4\)/);
  });

  test('on paper changes are told without color, and buttons are gone', async visit => {
    await visit.open(OLDEST);
    await visit.page.locator('.law ins').first().waitFor();
    await visit.page.emulateMedia({ media: 'print' });
    const look = (name: string): Promise<unknown> =>
      visit.page.evaluate(`(({ color, textDecorationLine, backgroundColor }) => [color, textDecorationLine, backgroundColor])(
        getComputedStyle(document.querySelector('.law ${name}')))`);
    assert.equal(await look('ins'), ['rgb(0, 0, 0)', 'underline', 'rgba(0, 0, 0, 0)']);
    assert.equal(await look('del'), ['rgb(0, 0, 0)', 'line-through', 'rgba(0, 0, 0, 0)']);
    assert.not.ok(await visit.page.getByRole('button', { name: 'Next change' }).isVisible());
  });

  test('equal texts and unknown days are told in words', async visit => {
    await visit.open(`${SECTION}?from=2022-01-01&to=2023-01-01`);
    await visit.page.getByText('The words are the same.').waitFor();
    visit.expectStatus(404, /from=2010/);
    await visit.open(`${SECTION}?from=2010-01-01`);
    await visit.page.getByText('The first known version begins on 2015-01-01.').waitFor();
  });
});
