import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import { siteOf } from '../../helpers/browser/site-tree.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { hostileDocuments } from '../../site/read/hostile.ts';

/**
 * Pages of a corpus with hostile documents run nothing in a real browser. Every visit fails where a page sends requests
 * elsewhere, breaks the policy, or opens a dialog or a page.
 */

const documents = hostileDocuments();
const numberOf = (i: number): string => `2019-${String(i + 1).padStart(5, '0')}`;

/** A document's name, which lists and search show. */
const NAME = `</title><script>window.__pwned=1</script><img src=x onerror="window.__pwned=1">'"&amp;`;

function corpus(): string {
  const folder = join(temporaryFolder(), 'corpus');
  documents.forEach(({ markdown }, i) => {
    const number = numberOf(i);
    const fields = {
      identifier: `/us/fr/${number}`,
      source: 'fr',
      legal_status: 'authoritative_unofficial',
      title: `${NAME} ${i}`,
      section_name: `${NAME} ${i}`,
      last_updated: '2019-01-07',
      document_number: number,
      document_type: 'notice',
      publication_date: '2019-01-07',
      agency: NAME,
      agencies: [NAME],
      fr_citation: `84 FR ${i + 1}`,
      fr_action: NAME,
      docket_ids: [NAME],
    };
    const frontmatter = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    const file = join(folder, `fr/2019/01/${number}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `---\n${frontmatter.join('\n')}\n---\n\n${markdown}\n`);
  });
  return folder;
}

/** A reader's harmless actions on each element of a document. */
const TOUCH = `() => {
  const events = ['click', 'focus', 'blur', 'mouseover', 'pointerenter', 'toggle', 'load', 'error', 'animationstart', 'input'];
  for (const element of document.querySelectorAll('.law *, .reader-aside *')) {
    if (element.localName === 'a' && !element.href.startsWith(location.origin)) element.addEventListener('click', event => event.preventDefault());
    for (const name of events) element.dispatchEvent(new Event(name, { bubbles: false, cancelable: true }));
  }
  return [window.__pwned ?? null, ...Array.from(document.querySelectorAll('main a'), ({ protocol }) => protocol)];
}`;

/** One in so many pages without scripts is loaded. */
const LOADED = 9;

/** Reads a page's HTML as a browser without scripts: its elements with their attributes, and its heading. */
const READ = `html => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const all = Array.from(page.querySelectorAll('*'));
  const told = ({ localName, attributes }) => [localName, ...Array.from(attributes, ({ name }) => name)].join(' ');
  return {
    inMain: all.filter(element => element.matches('main *')).map(told),
    outside: all.filter(element => !element.matches('main *')).map(told),
    heading: page.querySelector('main article h1')?.textContent ?? '',
  };
}`;

siteSuite(
  'the site, hostile documents',
  [shimSite],
  async () => siteOf(corpus()),
  test => {
    test(`${documents.length} hostile documents run nothing and show all of their words`, async ({
      open,
      page,
    }) => {
      for (const [i, { name, mustKeep }] of documents.entries()) {
        await open(`/fr/${numberOf(i)}`);
        await page.locator('.law').waitFor();
        for (const words of mustKeep)
          await page
            .locator('.law', { hasText: words })
            .waitFor({ state: 'attached' })
            .catch(() => assert.unreachable(`${name}: ${words}`));
        const [pwned, ...protocols] = (await page.evaluate(`(${TOUCH})()`)) as (string | null)[];
        assert.is(pwned, null, name);
        assert.equal(
          [...new Set(protocols)].filter(protocol => !/^https?:$/.test(protocol ?? '')),
          [],
          name,
        );
      }
    });

    test(
      "without scripts hostile texts are text, without elements other than the page's",
      async ({ open, page, address, site }) => {
        // A browser reads a page without scripts like this, too: all pages, of which some are loaded.
        const around = new Set<string>();
        for (const [i, { name }] of documents.entries()) {
          const path = `/fr/${numberOf(i)}`;
          if (i % LOADED === 0) await open(path);
          const answer = await fetch(address(path), { headers: { ...site.headers, accept: 'text/html' } });
          const { inMain, outside, heading } = (await page.evaluate(
            `(${READ})(${JSON.stringify(await answer.text())})`,
          )) as { inMain: string[]; outside: string[]; heading: string };
          const others = inMain.filter(
            element => !/^(?:noscript|p|p class|h1|a href|article class)$/.test(element),
          );
          assert.equal(others, [], name);
          assert.ok(heading.includes('<script>'), name);
          around.add(outside.join('\n'));
        }
        assert.is(around.size, 1, [...around].join('\n\n'));
      },
      { javaScriptEnabled: false },
    );

    test('hostile names are text in lists and search', async ({ open, page }) => {
      for (const path of [
        '/fr/2019/01',
        '/fr?view=documents',
        '/search?q=before',
        `/fr?view=documents&agency=${encodeURIComponent(NAME)}`,
      ]) {
        await open(path);
        assert.ok(await page.getByText(NAME).count(), path);
        assert.is(await page.evaluate('window.__pwned ?? null'), null, path);
      }
    });

    test('hostile addresses are shown as text', async ({ open, page, expectStatus }) => {
      expectStatus(404, /./);
      const script = '<script>window.__pwned=1</script><img src=x onerror=window.__pwned=1>';
      const encoded = encodeURIComponent(script);
      for (const path of [
        `/search?q=${encoded}`,
        `/fr?view=documents&agency=${encoded}`,
        `/fr/${encoded}`,
        `/usc/title-1/section-${encoded}`,
        `/${encoded}`,
      ]) {
        await open(path);
        assert.is(await page.evaluate('window.__pwned ?? null'), null, path);
      }
    });
  },
);
