import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCfrReference } from '../../build/corpus/cfr-references.ts';
import { writtenReferences } from '../../build/references/written.ts';
import type { WrittenReference } from '../../build/state/written-reference.ts';
import { officialTest, unpacked } from '../helpers/official-xml.ts';
import { realTest } from '../helpers/real-corpora.ts';
import { imported } from '../import/oracle/corpus.ts';
import { type CorpusFile, corpusFiles } from '../import/oracle/documents.ts';

/** The amendatory instructions (`AMDPAR`) of official XML, by a second reading of it, and the references that documents have. */

const test = suite('amendatory instructions of official XML');
let corpus = '';
test.before.each(() => {
  corpus = mkdtempSync(join(tmpdir(), 'pandect-instructions-'));
});
test.after.each(() => rmSync(corpus, { recursive: true, force: true }));

const ENTITIES: Readonly<Record<string, string>> = { '&#xA7;': '§', '&#x201C;': '“', '&#x201D;': '”' };

const DOCUMENTS = /<(RULE|PRORULE|NOTICE)>[\s\S]*?<\/\1>/g;

/** The instructions by the numbers of documents. */
function instructionsIn(folder: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.xml')) continue;
    const xml = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [document] of xml.matchAll(DOCUMENTS)) {
      const filed = /<FRDOC>([\s\S]*?)<\/FRDOC>/.exec(document)?.[1] ?? '';
      const number = /Doc\.? ?(\w+ ?[–-][\w–-]+)/.exec(filed)?.[1]?.replace(' ', '').replaceAll('–', '-');
      const texts = Array.from(document.matchAll(/<AMDPAR>([\s\S]*?)<\/AMDPAR>/g), ([, text = '']) =>
        text
          .replace(/<[^>]+>/g, ' ')
          .replace(/&#x\w+;/g, entity => ENTITIES[entity] ?? '-')
          .replace(/\s+/g, ' ')
          .trim(),
      );
      if (texts.length === 0) continue;
      assert.ok(number, `${entry.name}: no number in ${filed}`);
      found.set(`/us/fr/${number}`, texts);
    }
  }
  return found;
}

/** The numbers of sections that instructions name outside of quotations. What commentaries say of sections has their names, too. */
function sectionsIn(texts: readonly string[]): { count: number; numbers: Set<string> } {
  const numbers = new Set<string>();
  let count = 0;
  let isOfSupplement = false;
  for (const text of texts) {
    if (/^\d+\. (?!Under )/.test(text) && /§|Section|Part|part|ppendix|Supplement/.test(text))
      isOfSupplement = /^\d+\.[^§]*?\b(?:Supplement|Appendix)\b/.test(text);
    if (isOfSupplement) continue;
    const named = text
      .replace(/“[^”]*”/g, '')
      .match(
        /(?<=(?:§ ?|Sections? )(?:[\d., ()a-z§-]*(?:and|through) )?(?:\d+\.\d+, )*)\d+\.(?:T\d+-)?\d+[a-z]?/g,
      );
    if (!named) continue;
    count++;
    for (const number of named) numbers.add(number);
  }
  return { count, numbers };
}

/** References of a document to the sections that it amends. */
function amendedSections(file: CorpusFile | undefined): WrittenReference[] {
  const { data = {}, body = '', identifier = '' } = file ?? {};
  const cfr_references = ((data.cfr_references ?? []) as string[]).flatMap(
    text => parseCfrReference(text) ?? [],
  );
  return writtenReferences({ source: 'fr', identifier, body, metadata: { cfr_references } }).filter(
    ({ place, written }) => place === 'amendment' && /\/s\d[^/]*$/.test(written),
  );
}

/** The numbers of sections, of ranges both ends. */
const numbersOf = (references: readonly WrittenReference[]): Set<string> =>
  new Set(references.flatMap(({ written }) => written.split('\t').map(end => end.replace(/^.*\/s/, ''))));

realTest(
  test,
  'the plain instructions of the former converter name no section that those of the official XML do not',
  corpora => {
    const documents = new Map(corpusFiles(corpora, 'fr').map(file => [file.identifier, file]));
    const more: string[] = [];
    let [sections, read] = [0, 0];
    for (const [identifier, texts] of instructionsIn(join(unpacked('official-xml'), 'fr'))) {
      const file = documents.get(identifier);
      if (!file) continue;
      const { numbers } = sectionsIn(texts);
      const found = numbersOf(amendedSections(file));
      sections += numbers.size;
      for (const number of found)
        if (numbers.has(number)) read++;
        else more.push(`${identifier} § ${number}`);
    }
    console.log(`${read} of ${sections} sections`);
    assert.equal(more, []);
    assert.ok(read > 300 && read / sections > 0.97);
  },
);

officialTest(
  test,
  'official-xml',
  'each section that an instruction names is one that the document amends',
  async folder => {
    await imported(corpus, join(folder, 'fr'));
    const documents = new Map(corpusFiles(corpus, 'fr').map(file => [file.identifier, file]));
    const instructions = instructionsIn(join(folder, 'fr'));
    let [paragraphs, naming, sections, pinpoints] = [0, 0, 0, 0];
    const missing: string[] = [];
    const more: string[] = [];
    for (const [identifier, texts] of instructions) {
      const amended = amendedSections(documents.get(identifier));
      const found = numbersOf(amended);
      const { count, numbers } = sectionsIn(texts);
      paragraphs += texts.length;
      naming += count;
      sections += numbers.size;
      pinpoints += amended.reduce((sum, reference) => sum + reference.pinpoints.length, 0);
      for (const number of numbers) if (!found.has(number)) missing.push(`${identifier} § ${number}`);
      for (const number of found) if (!numbers.has(number)) more.push(`${identifier} § ${number}`);
    }
    console.log(
      `${paragraphs} instructions of ${instructions.size} documents; ${naming} name ${sections} sections, ${sections - missing.length} are references, with ${pinpoints} paragraphs`,
    );
    assert.equal(missing, []);
    assert.equal(more, []);
    assert.ok(naming > 300 && sections > 300 && pinpoints > 350);
  },
);

test.run();
