import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { officialTest } from '../helpers/official-xml.ts';
import { allReferences, assertInverse, type Lists } from '../helpers/references.ts';
import { buildTree, temporaryFolder } from '../helpers/tree.ts';
import { imported } from './oracle/corpus.ts';
import { type CorpusFile, corpusFiles } from './oracle/documents.ts';
import { spelled, xmlTargets } from './oracle/references.ts';
import { schemaOf } from './oracle/schemas.ts';
import { parseXml } from './oracle/tree.ts';
import { pairUnits } from './oracle/units.ts';

/** What documents cite, against the references in official XML. */

const test = suite('references of official XML');
let corpus = '';
test.before.each(() => {
  corpus = mkdtempSync(join(tmpdir(), 'pandect-references-'));
});
test.after.each(() => rmSync(corpus, { recursive: true, force: true }));

/** Files and their folders; an appendix with acts is among them. */
const FILES = [
  ['usc/usc05A.xml', 'usc/title-05-appendix'],
  ['usc/usc09.xml', 'usc/title-09'],
  ['usc/usc17.xml', 'usc/title-17'],
  ['usc/usc39.xml', 'usc/title-39'],
  ['usc/usc44.xml', 'usc/title-44'],
] as const;

/** Cuts an address to what the API counts: a section of a code, a law, an act, a page of the Statutes, or a level. */
function unitOf(address: string): string {
  const segments = address.split('/');
  const [, , kind] = segments;
  if (kind === 'pl' || kind === 'act') return segments.slice(0, 5).join('/');
  const section = segments.findIndex((segment, i) => i > 3 && /^s\d/.test(segment));
  return kind === 'usc' && section > 0 ? segments.slice(0, section + 1).join('/') : address;
}

/** The identifiers of a corpus by all names of its documents and levels. */
function namesIn(files: readonly CorpusFile[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { identifier, data } of files)
    for (const alias of (data.aliases ?? []) as string[]) names.set(spelled(alias), identifier);
  for (const { identifier } of files) names.set(spelled(identifier), identifier);
  return names;
}

const counted = (targets: Iterable<readonly [target: string, count: number]>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [target, count] of targets) counts.set(target, (counts.get(target) ?? 0) + count);
  return counts;
};

officialTest(
  test,
  'official-xml',
  'each target of the references in a section is cited as often as the XML refers to it',
  async folder => {
    await imported(corpus, ...FILES.map(([file]) => join(folder, file)));
    const { dist } = await buildTree(corpus, join(temporaryFolder(), 'dist'));
    const citations = assertInverse(dist);
    assert.ok(citations > 1000, `${citations} citations within`);
    const byIdentifier = new Map<string, Lists>();
    for (const [subject, lists] of allReferences(dist))
      if (subject.includes('/documents/')) byIdentifier.set(lists.identifier, lists);
    const names = namesIn(corpusFiles(corpus));
    const different: string[] = [];
    let [sections, references, targets, recognised] = [0, 0, 0, 0];
    for (const [file, name] of FILES) {
      const root = parseXml(readFileSync(join(folder, file), 'utf8'));
      const schema = schemaOf(root);
      const documents = corpusFiles(corpus, name).filter(({ isUnit }) => isUnit);
      for (const { unit, key, document } of pairUnits(root, schema, documents).pairs) {
        assert.ok(document, key);
        sections++;
        const meant = xmlTargets(unit, schema).map(address => {
          const target = spelled(unitOf(address));
          return [spelled(names.get(target) ?? target), 1] as const;
        });
        references += meant.length;
        const expected = counted(meant);
        // What a document says of itself is left out.
        expected.delete(spelled(document.identifier));
        const items = byIdentifier.get(document.identifier)?.cites ?? [];
        const found = counted(items.map(({ identifier, count }) => [spelled(identifier), count]));
        for (const [target, count] of expected) {
          targets++;
          if (found.get(target) !== count)
            different.push(`${document.identifier} ${target}: ${found.get(target) ?? 0}, not ${count}`);
        }
        for (const target of found.keys()) if (!expected.has(target)) recognised++;
      }
    }
    assert.equal(different.slice(0, 40), [], `${different.length} differ`);
    assert.ok(sections > 500, `${sections} sections`);
    assert.ok(references > 5000 && targets > 2000, `${references} references, ${targets} targets`);
    assert.ok(recognised > 100, `${recognised} recognised`);
  },
);

test.run();
