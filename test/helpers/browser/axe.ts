import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';

/** What no view may have. Lesser findings are told in the message of a failure only. */
const GRAVE = ['serious', 'critical'];

/** Holds what a page shows against the rules of axe-core: all of WCAG 2.2 A and AA that a program can check, and good practice. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // The browser runs what it is told by its driver whatever the page's policy is.
  await page.evaluate(axe.source);
  const results = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] })',
  )) as axe.AxeResults;
  const grave = results.violations.filter(({ impact }) => GRAVE.includes(impact ?? ''));
  assert.equal(
    grave.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
    ),
    [],
    where,
  );
  assert.ok(results.passes.length > 0, `${where}: no rule was applied`);
}
