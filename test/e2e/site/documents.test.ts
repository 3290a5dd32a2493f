import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { Document } from '../../../build/contract/envelope.ts';
import { webPathOf } from '../../../build/contract/web-path.ts';
import { listTree, type TreeDocument } from '../../../build/search/documents/tree-documents.ts';
import { assertAccessible } from '../../helpers/browser/axe.ts';
import { shimSite } from '../../helpers/browser/shim-site.ts';
import type { SiteKind } from '../../helpers/browser/site.ts';
import { staticSite } from '../../helpers/browser/static-site.ts';
import { siteSuite } from '../../helpers/browser/suite.ts';
import { Random } from '../../helpers/random.ts';
import { realCorpora } from '../../helpers/real-corpora.ts';
import { realTree } from '../../helpers/real-tree.ts';
import { wordsProblem } from '../../site/read/words.ts';
import { Arrangements } from '../../text/arrangements.ts';
import { ARCHIVED, HANDBOOK, VIEWS } from './views.ts';

/** Real documents on their pages. */

/** One path of two chapters, whose sections are opened, too. */
const TWO_CHAPTERS = '/usc/title-48/chapter-8/';
/** Documents of which those are opened that have markup in new arrangements: less than half. */
const DOCUMENTS = 500;
const SEED = 17;
/** Browser pages that work at the same time. */
const PAGES = 4;

/** Milliseconds for a page to show a whole document, and between checks. */
const PATIENCE = 120_000;
const PAUSE = 150;

/** Goes to a web path through the history, without loading the page. */
const GO = `path => {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}`;

/** Whether a document is there, and its text is not being set. */
const IS_THERE = `address =>
  document.querySelector('link[rel=canonical]')?.href === address && !document.querySelector('.setting')`;

/** A document's page: its heading, its text with a line for each block, and its links. */
interface Shown {
  heading: string;
  text: string;
  ids: string[];
  /** Targets of the page's links: the text's marks, and the notes' links back. */
  targets: string[];
}

const LOOK = `() => {
  const law = document.querySelector('main .law');
  const block = node => node.parentElement.closest('p, h2, h3, h4, h5, li, td, th, pre, div, summary');
  const parts = [];
  const walker = document.createTreeWalker(law ?? document.createElement('div'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), last = null; node; node = walker.nextNode()) {
    if (block(node) !== last) parts.push('\\n');
    last = block(node);
    parts.push(node.data);
  }
  return {
    heading: document.querySelector('main h1')?.textContent ?? '',
    text: parts.join(''),
    ids: Array.from(document.querySelectorAll('main [id]'), ({ id }) => id),
    targets: Array.from(law?.querySelectorAll('a[href*="#"]') ?? [], link => link.href)
      .filter(href => href.startsWith(location.href.replace(/#.*/, '') + '#'))
      .map(href => decodeURIComponent(href.slice(href.indexOf('#') + 1))),
  };
}`;

/** @returns the fault in words; null where there is none */
function problemOf({ heading, text, ids, targets }: Shown, plain: string): string | null {
  const dead = targets.find(target => !ids.includes(target));
  if (new Set(ids).size < ids.length) return 'an identifier is there twice';
  return wordsProblem(plain, text, heading) ?? (dead === undefined ? null : `a link leads to no ${dead}`);
}

/** What the tree has of a document. */
function filesOf(document: TreeDocument): { data: Document; plain: string } {
  const [json, text] = (document.files as () => readonly [string, string, number])();
  const { data } = JSON.parse(readFileSync(json, 'utf8')) as { data: Document };
  return { data, plain: readFileSync(text, 'utf8') };
}

/**
 * Opens a document on a page, and waits until the page has no fault.
 * @returns the fault that remains; null where there is none
 */
async function read(
  page: Page,
  address: (path: string) => string,
  document: TreeDocument,
): Promise<string | null> {
  const { data, plain } = filesOf(document);
  const path = webPathOf(data);
  await page.evaluate(`(${GO})(${JSON.stringify(path)})`);
  let problem: string | null = 'it does not come';
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    // Until then a look at the whole text would only take time from the page.
    if (await page.evaluate(`(${IS_THERE})(${JSON.stringify(address(path))})`)) {
      problem = problemOf((await page.evaluate(`(${LOOK})()`)) as Shown, plain);
      if (problem === null) return null;
    }
    await new Promise(resolve => setTimeout(resolve, PAUSE));
  }
  return `${document.identifier}: ${problem}`;
}

/** The same site with the real corpora. */
const onReal = (kind: SiteKind): SiteKind => ({
  ...kind,
  hindrance: () => kind.hindrance() ?? (realCorpora() === null ? 'the real corpora are not there' : null),
});

siteSuite(
  'the site, real corpora',
  [shimSite, staticSite].map(onReal),
  async () => (await realTree()).dist,
  test => {
    test('every view loads completely, without grave faults of accessibility', async visit => {
      for (const [name, path] of Object.entries(VIEWS)) {
        if (ARCHIVED.includes(name) || HANDBOOK.includes(name)) continue;
        await visit.open(path);
        await assertAccessible(visit.page, name);
        assert.not.match(await visit.page.locator('main h1').innerText(), /nothing|wrong|not found/i, name);
      }
    });
  },
);

siteSuite(
  'the site, real documents',
  [onReal(shimSite)],
  async () => (await realTree()).dist,
  test => {
    test('documents show every word and no markup, and footnotes link there and back', async visit => {
      // The corpus has no levels of its own, and two chapters 8: sections of the second ask for levels of the first.
      visit.expectStatus(404, /\/structure\/t48%2Fch8%2Fsch/);
      const all: TreeDocument[] = [];
      for await (const document of listTree((await realTree()).dist)) all.push(document);
      const random = new Random(SEED);
      const arrangements = new Arrangements();
      const waiting = Array.from({ length: DOCUMENTS }, () => random.pick(all)).filter(document => {
        const { data } = filesOf(document);
        return (
          arrangements.newPassages(data.body ?? '').length > 0 || webPathOf(data).startsWith(TWO_CHAPTERS)
        );
      });
      assert.ok(waiting.length > DOCUMENTS / 4);
      const problems: string[] = [];
      const turn = async (page: Page) => {
        await page.goto(visit.address('/'));
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const problem = await read(page, visit.address, next);
          if (problem !== null) problems.push(problem);
        }
      };
      const more = await Promise.all(Array.from({ length: PAGES - 1 }, visit.newPage));
      await Promise.all([visit.page, ...more].map(turn));
      assert.equal(problems, []);
    });
  },
);
