import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';

/** What no view may have. Lesser findings are told in the message of a failure only. */
const GRAVE = ['serious', 'critical'];

/**
 * Holds what a page shows against the rules of axe-core: all of WCAG 2.2 A and AA that a program can check, and good practice.
 * @param only names of rules; without them all that axe-core has on
 */
export async function assertAccessible(
  page: Page,
  where: string,
  only: readonly string[] | null = null,
): Promise<void> {
  // The browser runs what it is told by its driver whatever the page's policy is.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    ...(only !== null && { runOnly: { type: 'rule', values: only } }),
  };
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as axe.AxeResults;
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
