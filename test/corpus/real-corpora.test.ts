import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type FieldType, type Metadata, type SourceId, sourceOf } from '../../build/contract/sources.ts';
import type { CorpusDocument } from '../../build/corpus/document.ts';
import { duplicateProblems } from '../../build/corpus/duplicates.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { readCorpus } from '../helpers/written-corpus.ts';

const directory = realCorpora();
let documents: CorpusDocument[];
let problems: string[];
let byIdentifier: Map<string, CorpusDocument>;

/** Asserts on the fields that are named. */
function has(identifier: string, expected: Metadata): void {
  const document = byIdentifier.get(identifier);
  assert.ok(document, identifier);
  const fields = Object.keys(expected).map(field => [field, document.metadata[field]]);
  assert.equal(Object.fromEntries(fields), expected);
}

const IS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string' && value !== '' && value === value.trim() && !/\n/.test(value),
  integer: value => Number.isSafeInteger(value),
  boolean: value => typeof value === 'boolean',
  date: value => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  strings: value => Array.isArray(value) && value.every(IS.string),
  cfr_references: value =>
    Array.isArray(value) && value.every(({ title, parts }) => IS.integer(title) && IS.strings(parts)),
  levels: value => Array.isArray(value) && value.every(({ level }) => IS.string(level)),
  notes: value => Array.isArray(value) && value.every(({ topic }) => IS.string(topic)),
};

if (directory) {
  test.before(async () => {
    ({ documents, problems } = await readCorpus(directory));
    byIdentifier = new Map(documents.map(document => [document.identifier, document]));
  });

  test('the one broken document is reported with all its problems', () => {
    assert.equal(problems, [
      'fr/2024/02/2024-02934.md: last_updated: is missing',
      'fr/2024/02/2024-02934.md: publication_date: is missing',
      'fr/2024/02/2024-02934.md: title: is missing',
    ]);
  });

  test('all other documents are read', () => {
    const count = (source: SourceId) => documents.filter(document => document.source === source).length;
    assert.equal([count('usc'), count('ecfr'), count('fr')], [5378, 8023, 682]);
    assert.is(byIdentifier.size, documents.length);
    assert.equal(duplicateProblems(documents), []);
  });

  test('every value has the type of its field, and every body begins with its heading', () => {
    for (const { source, path, metadata, body, raw } of documents) {
      const fields = Object.entries(sourceOf(source).metadata);
      assert.equal(Object.keys(metadata).join(), fields.map(([name]) => name).join());
      for (const [name, type] of fields) {
        const value = metadata[name];
        const isMissing = value === null && type !== 'strings' && type !== 'cfr_references';
        if (!isMissing && !IS[type](value)) throw new Error(`${path}: ${name}: ${JSON.stringify(value)}`);
      }
      assert.ok(body.startsWith('# '), path);
      assert.ok(raw.subarray(-Buffer.byteLength(body)).equals(Buffer.from(body)), path);
    }
  });

  test('only values of a wrong type are lost', () => {
    const count = (source: SourceId, field: string) =>
      documents
        .filter(document => document.source === source)
        .map(({ metadata }) => metadata[field])
        .filter(value => (Array.isArray(value) ? value.length > 0 : value !== null)).length;
    const counts: [SourceId, string, number][] = [
      ['usc', 'chapter_number', 5283],
      ['usc', 'chapter_name', 5377],
      ['usc', 'subchapter_number', 2603],
      ['usc', 'source_credit', 4722],
      ['usc', 'currency', 0],
      ['usc', 'release_point', 5378],
      ['ecfr', 'chapter_number', 8011],
      ['ecfr', 'chapter_name', 8011],
      ['ecfr', 'part_number', 8023],
      ['ecfr', 'authority', 7859],
      ['ecfr', 'regulatory_source', 7571],
      ['ecfr', 'agency', 8011],
      ['fr', 'agency', 682],
      ['fr', 'agencies', 682],
      ['fr', 'fr_volume', 535],
      ['fr', 'docket_ids', 335],
      // One of 184 lists holds nothing but a RIN.
      ['fr', 'cfr_references', 183],
      ['fr', 'rin', 121],
      ['fr', 'effective_date', 71],
      ['fr', 'comments_close_date', 150],
    ];
    for (const [source, field, expected] of counts) assert.is(count(source, field), expected, field);
    const statuses: Record<string, number> = {};
    for (const { metadata } of documents) {
      statuses[String(metadata.status)] = (statuses[String(metadata.status)] ?? 0) + 1;
    }
    assert.equal(statuses, {
      in_force: 13_427,
      repealed: 430,
      omitted: 148,
      renumbered: 40,
      transferred: 38,
    });
  });

  test('unusual documents of the U.S. Code', () => {
    has('/us/usc/t30/s28–1', { title_number: 30, section_number: '28–1' });
    has('/us/usc/t45/s65, 66', { section_number: '65, 66' });
    has('/us/usc/t48/s46–1 to 46–3', { title_number: 48 });
    has('/us/usc/t30/s1101...1164', { section_number: '1101 to 1164' });
    has('/us/usc/t30/s44 /us/usc/t30/s45', { section_number: '44, 45' });
    has('/us/usc/t18a/pl/96/456/s1', { title_number: 18, chapter_number: null, status: 'in_force' });
    has('/us/usc/t17/s106', {
      display_title: '17 USC § 106 - Exclusive rights in copyrighted works',
      legal_status: 'official_legal_evidence',
      title_name: 'COPYRIGHTS',
      chapter_number: '1',
      positive_law: true,
      currency: null,
      release_point: '117-80',
      last_updated: '2021-04-29',
      subchapter_number: null,
    });
    const credit = byIdentifier.get('/us/usc/t6/s102')?.metadata.source_credit;
    assert.is(credit, '(Pub. L. 107–296, §\u202f3, Nov. 25, 2002, 116 Stat. 2141.)');
  });

  test('unusual documents of the eCFR', () => {
    has('/us/cfr/t44/s§ 16.104-16.109', { title_number: 44, part_number: '16' });
    has('/us/cfr/t13/s120.441-§ 120.447', { title_number: 13, part_number: '120' });
    has('/us/cfr/t2/s1.100', { chapter_number: null, chapter_name: null, part_number: '1' });
    has('/us/cfr/t1/s1.1', { chapter_number: 'I', part_number: '1', cfr_part: '1', cfr_subpart: null });
  });

  test('unusual documents of the Federal Register', () => {
    for (const number of ['04-16753', 'E8-23178', '2012-1728', 'C1-2017-20310']) {
      has(`/us/fr/${number}`, { document_number: number });
    }
    has('/us/fr/2024-02834', {
      display_title:
        'Redesignation of Portions of Westmoreland and Cambria Counties, Pennsylvania for the 2010 Sulfur Dioxide (SO 2 ) National Ambient Air Quality Standards (NAAQS): Notification of Availability and Public Comment Period',
      cfr_references: [{ title: 40, parts: ['81'] }],
    });
    has('/us/fr/2018-09973', { cfr_references: [{ title: 47, parts: [] }] });
    has('/us/fr/2017-11815', { cfr_references: [], rin: '0648–XF326' });
    const references = documents.map(({ metadata }) => JSON.stringify(metadata.cfr_references ?? null));
    assert.ok(references.includes('[{"title":12,"parts":["1002","1005","1024","1026"]}]'));
    assert.ok(references.includes('[{"title":42,"parts":["424"]}]'));
  });
}

test.run();
