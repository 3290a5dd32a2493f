import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { PHONE } from '../../helpers/browser/visit.ts';

/** The guide and the reference in a browser. */

/** Examples in several languages. */
const CHOICES = 8;

siteSuite('the guide and the reference', [shimSite, staticSite], sampleSite, (test, kind) => {
  test('a language chosen by keyboard applies to all examples and is remembered', async visit => {
    await visit.open('/docs');
    const shown = (language: string) =>
      visit.page.locator(`.example-choice figure[data-language=${language}]:visible`).count();
    assert.equal([await shown('sh'), await shown('python')], [CHOICES, 0]);
    await visit.tabTo(/^radio "curl"/);
    for (let i = 0; i < 2; i++) await visit.page.keyboard.press('ArrowRight');
    assert.equal([await shown('sh'), await shown('python')], [0, CHOICES]);
    await visit.open('/docs');
    assert.is(await shown('python'), CHOICES);
    if (kind.hasShim) await assertAccessible(visit.page, 'the guide');
  });

  test('examples have the address of this server, if there is one', async visit => {
    await visit.open('/docs');
    const first = await visit.page.locator('figure[data-language=sh] pre').first().innerText();
    assert.is(first.includes(`"${visit.site.base}api/usc/`), kind.hasShim, first);
  });

  test('an operation of the reference is tried by keyboard and shows its answer', async visit => {
    await visit.open('/docs/reference');
    const operation = visit.page.locator('.operation', { has: visit.page.locator('#getUscDocument') });
    assert.is(await operation.locator('.try').count(), kind.hasShim ? 1 : 0);
    if (!kind.hasShim) return;
    await operation.locator('summary').focus();
    for (const key of ['Enter', 'Tab', 'Enter']) await visit.page.keyboard.press(key);
    const answer = operation.locator('.answer');
    await answer.getByText('200').first().waitFor();
    assert.match(await answer.innerText(), '"identifier": "/us/usc/t17/s106"');
    await assertAccessible(visit.page, 'an answer');
  });

  test(
    'guide and reference fit a phone with dark colors',
    async visit => {
      for (const path of ['/docs', '/docs/reference']) {
        await visit.open(path);
        if (kind.hasShim) await assertAccessible(visit.page, path);
        assert.is(await visit.page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, path);
      }
    },
    { ...PHONE, colorScheme: 'dark' },
  );
});
