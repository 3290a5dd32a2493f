import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RECIPES, recipe } from './recipe.ts';

/** "Operating Pandect" tells of what there is. */

const text = recipe('README.md');

test('the README lists every recipe and no other file', () => {
  const rows = text.slice(0, text.indexOf('## ')).matchAll(/^\| (`.+`) \|/gm);
  const told = [...rows].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  assert.equal(
    told.sort(),
    readdirSync(RECIPES)
      .filter(name => name !== 'README.md')
      .sort(),
  );
});

test('links of the README lead to files and their headings', () => {
  for (const [, link = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
    const [file = '', anchor] = link.split('#');
    const place = join(RECIPES, file);
    assert.ok(existsSync(place), link);
    if (anchor === undefined) continue;
    const headings = [...readFileSync(place, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    assert.ok(headings.includes(anchor), link);
  }
});

test('alerts use existing metrics and labels', () => {
  const metrics = new Map(
    [
      ...readFileSync(join(RECIPES, '../README.md'), 'utf8').matchAll(/^\| `(pandect_\w+)` \|([^|]*)\|/gm),
    ].map(([, name = '', labels = '']) => [name, labels]),
  );
  const watched = text.slice(text.indexOf('## What to watch'), text.indexOf('## Capacity'));
  const used = [...watched.matchAll(/(pandect_\w+?)(?:_bucket|_count)?(?:\{(\w+)|\b(?!_))/g)];
  assert.ok(used.length >= 10);
  for (const [, name = '', label] of used) {
    assert.ok(metrics.has(name), name);
    if (label !== undefined) assert.ok(metrics.get(name)?.includes(`\`${label}\``), `${name} ${label}`);
  }
});

test('variables in the README are settings', () => {
  const settings = readFileSync(join(RECIPES, '../README.md'), 'utf8');
  for (const [name] of text.matchAll(/\b[A-Z]+_[A-Z_]+\b/g))
    assert.ok(settings.includes(`\`${name}\``), name);
});

test.run();
