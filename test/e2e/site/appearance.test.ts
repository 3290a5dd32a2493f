import * as assert from 'uvu/assert';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { takePicture } from '../../helpers/browser/pictures.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { sampleSite } from '../../helpers/browser/site-tree.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { Traffic } from '../../helpers/browser/traffic.ts';
import { PHONE, type VisitOptions } from '../../helpers/browser/visit.ts';
import { ARCHIVED, PICTURED, VIEWS } from './views.ts';

/** Every view in light and dark and on a phone. Pictures are kept for inspection. */

const LOOKS: Readonly<Record<string, VisitOptions>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  phone: { ...PHONE, colorScheme: 'light' },
};

/** Bytes over the wire for a visitor's first view. The pages of documents and levels also load a Markdown parser. */
const BUDGET = 48_000;
const READING_BUDGET = 73_500;
const READING = ['section', 'notice', 'structure', 'level'];
/** Former texts load more code, for readers who ask for them. */
const PAST_BUDGET = 84_000;
const budgetOf = (name: string): number =>
  ARCHIVED.includes(name) ? PAST_BUDGET : READING.includes(name) ? READING_BUDGET : BUDGET;

siteSuite('the site, appearance', [shimSite], sampleSite, test => {
  for (const [look, options] of Object.entries(LOOKS)) {
    test(
      `${look}: every view is accessible, fits the screen, and is not blank`,
      async visit => {
        for (const [name, path] of Object.entries(VIEWS)) {
          await visit.open(path);
          await assertAccessible(visit.page, `${name}, ${look}`);
          const excess = await visit.page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.ok(Number(excess) <= 0, `${name}, ${look}: ${excess} pixels wider than the screen`);
          if (PICTURED.includes(name)) await takePicture(visit.page, `${name}-${look}`);
        }
      },
      options,
    );
  }

  test('every view has one h1, headings without gaps, and landmarks', async visit => {
    for (const [name, path] of Object.entries(VIEWS)) {
      await visit.open(path);
      const levels = await visit.page
        .getByRole('heading')
        .evaluateAll(headings =>
          headings.map(({ tagName, ariaLevel }) => Number(ariaLevel ?? tagName.slice(1))),
        );
      assert.is(levels.filter(level => level === 1).length, 1, `${name}: ${levels}`);
      levels.forEach((level, i) => {
        assert.ok(level <= (levels[i - 1] ?? 0) + 1, `${name}: ${levels}`);
      });
      for (const role of ['banner', 'main', 'contentinfo'] as const)
        assert.is(await visit.page.getByRole(role).count(), 1, `${name}: ${role}`);
    }
  });

  for (const [name, path] of Object.entries(VIEWS)) {
    test(`${name} as the first view stays within its budget of bytes`, async visit => {
      const traffic = await Traffic.record(visit.page);
      await visit.open(path);
      await visit.page.waitForLoadState('networkidle');
      const bytes = traffic.bytes();
      assert.ok(traffic.loads.length > 1, 'loads were counted');
      assert.ok(
        bytes < budgetOf(name),
        `${bytes} bytes: ${traffic.loads.map(load => `${load.bytes} ${load.url}`).join(', ')}`,
      );
    });
  }
});
