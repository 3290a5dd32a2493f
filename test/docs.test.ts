import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fg from 'fast-glob';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

/** The pages of the project, which its readers read: their links, and how long they are. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = fg.sync('**/*.md', {
  cwd: ROOT,
  ignore: ['node_modules', 'dist', '.dist.build', 'corpus/{usc,ecfr,fr}', 'test/**/fixtures'].map(
    folder => `${folder}/**`,
  ),
});
/** A page's text without its code. */
const proseOf = (page: string): string =>
  readFileSync(join(ROOT, page), 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, 'code');
const wordsIn = (text: string): number => text.split(/\s+/).filter(word => /\w/.test(word)).length;

/** The name by which links reach a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function anchorsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

const test = suite('docs');

test('every link of a page leads to an existing file and heading', () => {
  const broken: string[] = [];
  for (const page of PAGES) {
    if (page.startsWith('build/site/docs/guide/')) continue;
    for (const [, target = ''] of proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:|^\//.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
      const isThere = existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor));
      if (!isThere) broken.push(`${page}: ${target}`);
    }
  }
  assert.equal(broken, []);
  assert.ok(PAGES.length > 10);
});

test('the README has at most 900 words, code included', () => {
  const words = wordsIn(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  assert.ok(words > 300 && words <= 900, `${words} words`);
});

test('each cell of a table has less than a hundred words', () => {
  const long = PAGES.flatMap(page =>
    proseOf(page)
      .split('\n')
      .filter(line => line.startsWith('|'))
      .flatMap(line => line.split('|'))
      .filter(cell => wordsIn(cell) >= 100)
      .map(cell => `${page}: ${cell.trim().slice(0, 60)}`),
  );
  assert.equal(long, []);
});

test('the page of commands has every command of package.json and no other', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const page = readFileSync(join(ROOT, 'build/commands/README.md'), 'utf8');
  const told = new Set([...page.matchAll(/`npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name));
  assert.equal([...told].filter(name => name !== 'NAME').sort(), Object.keys(scripts).sort());
});

test.run();
