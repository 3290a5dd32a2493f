import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../../build/corpus/frontmatter.ts';
import { importXml } from '../../../build/import/import.ts';
import { silent } from '../../../build/report/progress.ts';
import { excerptOf } from '../../../shim/content/excerpts.ts';
import { officialTest } from '../../helpers/official-xml.ts';
import { below, type Element, parseXml } from '../../import/oracle/tree.ts';

const test = suite('paragraphs of the official U.S. Code');
const corpus = mkdtempSync(join(tmpdir(), 'pandect-paragraphs-'));
test.after(() => rmSync(corpus, { recursive: true, force: true }));

/** Elements with addresses below a section: `/us/usc/t17/s106/1`. */
const LEVELS = new Set(['subsection', 'paragraph', 'subparagraph', 'clause', 'subclause', 'item', 'subitem']);
const NOTES = new Set(['note', 'notes', 'sourceCredit', 'footnote', 'toc', 'quotedContent']);

/** Letters and digits alone, without footnotes and their marks. */
const bare = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join('').toLowerCase();

const textOf = (element: Element): string =>
  element.children
    .map(child => {
      if (typeof child === 'string') return child;
      const isLeftOut = child.name !== 'quotedContent' && NOTES.has(child.name);
      return isLeftOut || child.attributes.class === 'footnoteRef' ? '' : textOf(child);
    })
    .join('');

const shown = (excerpt: string): string =>
  bare(excerpt.replace(/\n\[\^[\s\S]*$/, '').replace(/\[\^[^\]]*\]|\]\([^)]*\)|<[^>]*>/g, ''));

function bodies(): Map<string, string> {
  const files = readdirSync(corpus, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter(({ name }) => name.startsWith('section-'))
      .map(({ parentPath, name }) => {
        const read = parseFrontmatter(readFileSync(join(parentPath, name)));
        if ('reason' in read) throw new Error(`${name}: ${read.reason}`);
        return [String(read.data.identifier), read.body];
      }),
  );
}

officialTest(
  test,
  'official-xml',
  'a pinpoint of an element’s address has the words of the element, and no others behind them',
  async folder => {
    let [asked, wrong] = [0, 0];
    for (const name of ['usc17.xml', 'usc39.xml', 'usc14.xml']) {
      const file = join(folder, 'usc', name);
      await importXml({ from: [file], corpus, allowsOlder: true, isCheck: false }, silent);
      const written = bodies();
      for (const section of below(parseXml(readFileSync(file, 'utf8')))) {
        const identifier = section.attributes.identifier ?? '';
        const body = section.name === 'section' ? written.get(identifier) : undefined;
        if (body === undefined) continue;
        const known = new Set<string>();
        for (const element of below(section, ({ name }) => NOTES.has(name))) {
          const address = element.attributes.identifier ?? '';
          if (!LEVELS.has(element.name) || !address.startsWith(`${identifier}/`)) continue;
          // A few sections have two paragraphs with one address.
          if (known.has(address)) continue;
          known.add(address);
          asked++;
          const excerpt = excerptOf(body, address.slice(identifier.length + 1).split('/'));
          if (excerpt === null || !shown(excerpt).endsWith(bare(textOf(element)))) wrong++;
        }
      }
    }
    assert.ok(asked > 5000, `${asked}`);
    // Repealed paragraphs in brackets have no label of their own.
    assert.ok(wrong <= asked * 0.003, `${wrong} of ${asked}`);
  },
);

test.run();
