import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RELEASE_POINTS } from '../../../build/corpus/release-points.ts';
import { isPositiveLaw } from '../../../build/import/uslm/positive-law.ts';
import { officialTest } from '../../helpers/official-xml.ts';
import { writtenDays } from '../oracle/dates.ts';
import { below, childOf, type Element, lineOf, parseXml } from '../oracle/tree.ts';

/** Titles enacted as law, and since when: our table compared with the Code's own statements. */

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const releaseOf = (root: Element): string => {
  const name = [...below(root)].find(({ name }) => name === 'docPublicationName');
  return lineOf(name).replace(/^.*@/, '');
};

/**
 * The titles listed in the note on 1 U.S.C. 204, with the day from which the whole title is law. For a title that several acts
 * enacted in parts, separated by semicolons, that is the day of the last act; a revision of a title changes nothing.
 */
function enactedTitles(titleOne: Element): Map<number, string> {
  const section = [...below(titleOne)].find(({ attributes }) => attributes.identifier === '/us/usc/t1/s204')!;
  const note = [...below(section)].find(
    element => element.name === 'note' && /as Positive Law/i.test(lineOf(childOf(element, 'heading'))),
  )!;
  const titles = new Map<number, string>();
  for (const paragraph of [...below(note)].filter(({ name }) => name === 'p')) {
    const text = lineOf(paragraph);
    const title = Number(/^Title (\d+),/.exec(text)?.[1]);
    const day = writtenDays(text.split(/;/).at(-1)!)[0];
    // The entry of title 26 names the Internal Revenue Code, which is in force by another law.
    if (day !== undefined && title !== 26) titles.set(title, day);
  }
  return titles;
}

const titleOnes = (folder: string): string[] =>
  readdirSync(join(folder, 'editions/usc'))
    .map(release => join(folder, 'editions/usc', release, 'usc01.xml'))
    .sort();

officialTest(
  test,
  'editions',
  'the titles that 1 U.S.C. 204 lists are positive law, from its days on, and no others',
  folder => {
    const files = titleOnes(folder);
    assert.is(files.length, 6);
    for (const file of files) {
      const root = parseXml(readFileSync(file, 'utf8'));
      const edition = RELEASE_POINTS.get(releaseOf(root))!;
      const titles = enactedTitles(root);
      assert.ok(titles.size >= 26, `${file}: ${titles.size} titles`);
      for (let title = 1; title <= 54; title++) {
        const day = titles.get(title);
        assert.is(isPositiveLaw(String(title), edition), day !== undefined, `${file}: title ${title}`);
        if (day === undefined) continue;
        assert.ok(isPositiveLaw(String(title), day), `title ${title} on ${day}`);
        assert.not.ok(isPositiveLaw(String(title), dayBefore(day)), `title ${title} before ${day}`);
      }
    }
  },
);

for (const archive of ['editions', 'official-xml'] as const)
  officialTest(test, archive, "the table agrees with the files' own statements", folder => {
    const base = join(folder, archive === 'editions' ? 'editions/usc' : 'usc');
    let told = 0;
    for (const name of readdirSync(base, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.xml')) continue;
      const head = readFileSync(join(base, name), 'utf8').slice(0, 4_000);
      const property = /<property role="is-positive-law">(\w+)</.exec(head)?.[1];
      const label = /<docNumber>(\w+)</.exec(head)![1]!.toLowerCase();
      const release = /@([^<\s]+)<\/docPublicationName>/.exec(head)![1]!;
      if (property === undefined) continue;
      told += 1;
      assert.is(isPositiveLaw(label, RELEASE_POINTS.get(release)!), property === 'yes', name);
    }
    assert.ok(told > 0);
  });

test('appendices and missing titles are no positive law', () => {
  assert.not.ok(isPositiveLaw('18a', '2025-01-01'));
  assert.not.ok(isPositiveLaw('99', '2025-01-01'));
  assert.ok(isPositiveLaw('18', '2025-01-01'));
});

test.run();
