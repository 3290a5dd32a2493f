import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { officialTest } from '../helpers/official-xml.ts';
import { buildTree, temporaryFolder } from '../helpers/tree.ts';
import { imported } from './oracle/corpus.ts';
import { corpusFiles } from './oracle/documents.ts';
import { compareStructure } from './oracle/structure.ts';

const test = suite('structure of official XML');
let corpus = '';
test.before.each(() => {
  corpus = mkdtempSync(join(tmpdir(), 'pandect-structure-'));
});
test.after.each(() => rmSync(corpus, { recursive: true, force: true }));

/** Files and their folders: titles with reserved parts, subject groups, chapters such as 7A, and appendices with rules and acts. */
const FILES = [
  ['usc/usc09.xml', 'usc/title-09'],
  ['usc/usc39.xml', 'usc/title-39'],
  ['usc/usc05A.xml', 'usc/title-05-appendix'],
  ['usc/usc11a.xml', 'usc/title-11-appendix'],
  ['usc/usc18a.xml', 'usc/title-18-appendix'],
  ['ecfr/ECFR-title1.xml', 'ecfr/title-01'],
  ['ecfr/ECFR-title4.xml', 'ecfr/title-04'],
  ['ecfr/ECFR-title11.xml', 'ecfr/title-11'],
] as const;

officialTest(
  test,
  'official-xml',
  'levels have the numbers, names, counts and order of the XML',
  async folder => {
    await imported(corpus, ...FILES.map(([file]) => join(folder, file)));
    const { dist } = await buildTree(corpus, join(temporaryFolder(), 'dist'));
    let [levels, units] = [0, 0];
    for (const [file, name] of FILES) {
      const compared = compareStructure(join(folder, file), corpusFiles(corpus, name), dist);
      assert.equal(compared.findings.all, [], file);
      levels += compared.levels;
      units += compared.units;
    }
    assert.ok(levels > 280 && units > 1800, `${levels} levels, ${units} units`);
  },
);

test.run();
