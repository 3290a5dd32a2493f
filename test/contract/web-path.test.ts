import { closeSync, openSync, readSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { identifierProblem } from '../../build/contract/identifier.ts';
import { type Metadata, SOURCES, type SourceId, sourceOf } from '../../build/contract/sources.ts';
import {
  identifierOfWebPath,
  readWebPath,
  type WebSource,
  webPathOf,
  webPathOfPlace,
} from '../../build/contract/web-path.ts';
import { hnl, plaw, sho } from '../e2e/new-source/contract.ts';
import { ODD_IDENTIFIERS } from '../helpers/catalogs.ts';
import { Random } from '../helpers/random.ts';
import { realDocuments, realTest } from '../helpers/real-corpora.ts';

const pathOf = (source: SourceId, identifier: string, metadata: Metadata = {}): string =>
  webPathOf({ source, identifier, metadata });

const EXAMPLES: readonly [source: SourceId, identifier: string, metadata: Metadata, path: string][] = [
  ['usc', '/us/usc/t17/s106', { chapter_number: '1' }, '/usc/title-17/chapter-1/section-106'],
  ['usc', '/us/usc/t17/s106', { chapter_number: null }, '/usc/title-17/section-106'],
  ['usc', '/us/usc/t17/s106', { chapter_number: '' }, '/usc/title-17/section-106'],
  [
    'usc',
    '/us/usc/t17/s106',
    { chapter_number: '1', section_number: '9' },
    '/usc/title-17/chapter-1/section-106',
  ],
  [
    'ecfr',
    '/us/cfr/t1/s1.1',
    { chapter_number: 'I', part_number: '1' },
    '/ecfr/title-1/chapter-I/part-1/section-1.1',
  ],
  ['ecfr', '/us/cfr/t1/s1.1', { part_number: '1' }, '/ecfr/title-1/part-1/section-1.1'],
  ['fr', '/us/fr/2018-09910', { document_number: 'other' }, '/fr/2018-09910'],
  ['usc', '/us/usc/t5a/pl/95/521/tIV/s407', {}, '/usc/title-5a/pl-95-521-tIV/section-407'],
  [
    'usc',
    '/us/usc/t5a/pl/95/521/tIV/s407',
    { chapter_number: '2' },
    '/usc/title-5a/pl-95-521-tIV/chapter-2/section-407',
  ],
  ['usc', '/us/usc/t24/s26...28', { chapter_number: '2' }, '/usc/title-24/chapter-2/section-26...28'],
  [
    'usc',
    '/us/usc/t24/s32 /us/usc/t24/s33',
    { chapter_number: '2' },
    '/usc/title-24/chapter-2/section-32%20%2Fus%2Fusc%2Ft24%2Fs33',
  ],
  ['ecfr', '/us/cfr/t44/s§ 16.104-16.109', {}, '/ecfr/title-44/section-%C2%A7%2016.104-16.109'],
  [
    'usc',
    '/us/usc/t30/s28–1',
    { chapter_number: 'I/II' },
    '/usc/title-30/chapter-I%2FII/section-28%E2%80%931',
  ],
  // Documents beside sections.
  [
    'ecfr',
    '/us/cfr/t2/p200/appI',
    { chapter_number: 'II', part_number: '200' },
    '/ecfr/title-2/chapter-II/part-200/appendix-I',
  ],
  ['ecfr', '/us/cfr/t2/p200/app', {}, '/ecfr/title-2/part-200/appendix'],
  [
    'ecfr',
    '/us/cfr/t23/p230/spA/appA(1)',
    { chapter_number: 'I', part_number: '230' },
    '/ecfr/title-23/chapter-I/part-230/subpart-A/appendix-A(1)',
  ],
  [
    'ecfr',
    '/us/cfr/t41/p101-1/appA~2',
    { chapter_number: 'a/b', part_number: 'another' },
    '/ecfr/title-41/chapter-a%2Fb/part-101-1/appendix-A~2',
  ],
  ['ecfr', '/us/cfr/t15/p772/table1', {}, '/ecfr/title-15/part-772/table-1'],
  ['ecfr', '/us/cfr/t15/p730/supplement1', {}, '/ecfr/title-15/part-730/supplement-1'],
  [
    'ecfr',
    '/us/cfr/t12/s226.5/appA',
    { chapter_number: 'II', part_number: '226' },
    '/ecfr/title-12/chapter-II/part-226/section-226.5/appendix-A',
  ],
  ['ecfr', '/us/cfr/t40/chI/appA', { chapter_number: 'I' }, '/ecfr/title-40/chapter-I/appendix-A'],
  [
    'ecfr',
    '/us/cfr/t40/chI/schC/figure2',
    { chapter_number: 'I' },
    '/ecfr/title-40/chapter-I/subchapter-C/figure-2',
  ],
  [
    'usc',
    '/us/usc/t11a/courtRules/Bankr/rule1001',
    { chapter_number: '2' },
    '/usc/title-11a/rules-Bankr/rule-1001',
  ],
  ['usc', '/us/usc/t18a/courtRules/Crim/rule12.1', {}, '/usc/title-18a/rules-Crim/rule-12.1'],
  ['usc', '/us/usc/t5a/reorgPlan/1949/8', {}, '/usc/title-5a/plans-1949/plan-8'],
  ['usc', '/us/usc/t5a/reorgPlan/1940/IV', {}, '/usc/title-5a/plans-1940/plan-IV'],
  // Several sections of one law, and shapes without a rule.
  [
    'usc',
    '/us/usc/t5a/pl/1/s2 /us/usc/t5a/pl/1/s3',
    {},
    '/usc/title-5a/pl-1/section-2%20%2Fus%2Fusc%2Ft5a%2Fpl%2F1%2Fs3',
  ],
  ['usc', '/us/usc/t5a/pl-1/s2', {}, '/usc/document-t5a%2Fpl-1%2Fs2'],
  ['usc', '/us/usc/t5a/chapter/1/s2', {}, '/usc/document-t5a%2Fchapter%2F1%2Fs2'],
  ['usc', '/us/usc/t17/note', {}, '/usc/document-t17%2Fnote'],
  ['usc', '/us/usc/t17/s', {}, '/usc/document-t17%2Fs'],
  ['usc', '/us/usc/t17', {}, '/usc/document-t17'],
  ['usc', '/us/usc/t17/chA/scA', {}, '/usc/document-t17%2FchA%2FscA'],
  ['ecfr', '/us/cfr/t2/stA/chI/appA', {}, '/ecfr/document-t2%2FstA%2FchI%2FappA'],
  ['ecfr', '/us/cfr/t40/p52/spA/sg-lamps/appA', {}, '/ecfr/document-t40%2Fp52%2FspA%2Fsg-lamps%2FappA'],
  ['ecfr', '/us/cfr/t14/p25/special-13', {}, '/ecfr/document-t14%2Fp25%2Fspecial-13'],
  ['ecfr', '/us/cfr/t2/appA', {}, '/ecfr/document-t2%2FappA'],
  ['usc', '/us/usc/preface', {}, '/usc/document-preface'],
  ['fr', '/us/fr/2018', {}, '/fr/document-2018'],
  ['fr', '/us/fr/document-1', {}, '/fr/document-document-1'],
  ['fr', '/us/fr/2018/05', {}, '/fr/2018%2F05'],
];

test('the web path of a document is made of its identifier, and leads back to it', () => {
  for (const [source, identifier, metadata, path] of EXAMPLES) {
    assert.is(pathOf(source, identifier, metadata), path);
    assert.equal(readWebPath(path), { view: 'document', source, identifier }, path);
    assert.is(identifierOfWebPath(`${path}/`), identifier, 'a slash at the end says nothing');
  }
});

test('any chapter number of a corpus gives a path that leads back', () => {
  const path = pathOf('usc', '/us/usc/t17/s106', { chapter_number: '1\ud800 /../%?#' });
  assert.is(path, '/usc/title-17/chapter-1%EF%BF%BD%20%2F..%2F%25%3F%23/section-106');
  assert.is(identifierOfWebPath(path), '/us/usc/t17/s106');
  assert.is(pathOf('usc', '/us/usc/t17/s106', { chapter_number: ['1'] }), '/usc/title-17/section-106');
});

test('levels between title and section are not checked', () => {
  for (const between of ['', '/chapter-99', '/chapter-%2F'])
    assert.is(identifierOfWebPath(`/usc/title-17${between}/section-106`), '/us/usc/t17/s106');
  assert.is(identifierOfWebPath('/ecfr/title-1/part-7/section-1.1'), '/us/cfr/t1/s1.1');
  for (const between of ['', '/chapter-99', '/chapter-%2F'])
    assert.is(
      identifierOfWebPath(`/ecfr/title-23${between}/part-230/subpart-A/appendix-A`),
      '/us/cfr/t23/p230/spA/appA',
    );
});

test('former addresses of appendices, rules and plans still lead to them', () => {
  for (const [path, identifier] of [
    ['/ecfr/document-t33%2Fp971%2FappA', '/us/cfr/t33/p971/appA'],
    ['/ecfr/title-23/p230/chapter-I/part-230/section-pA%2FappA', '/us/cfr/t23/p230/spA/appA'],
    ['/usc/document-t11a%2FcourtRules%2FBankr%2Frule1001', '/us/usc/t11a/courtRules/Bankr/rule1001'],
    ['/usc/document-t5a%2FreorgPlan%2F1949%2F8', '/us/usc/t5a/reorgPlan/1949/8'],
  ] as const)
    assert.is(identifierOfWebPath(path), identifier);
});

const PLACES = {
  '/': { view: 'home' },
  '/search': { view: 'search' },
  '/usc': { view: 'source', source: 'usc' },
  '/fr': { view: 'source', source: 'fr' },
  '/usc/title-17': { view: 'level', source: 'usc', numbers: { title: '17' } },
  '/usc/title-5a': { view: 'level', source: 'usc', numbers: { title: '5a' } },
  '/usc/title-17/chapter-1': { view: 'level', source: 'usc', numbers: { title: '17', chapter: '1' } },
  '/usc/title-17/chapter-1%2F2': { view: 'level', source: 'usc', numbers: { title: '17', chapter: '1/2' } },
  '/ecfr/title-1/chapter-I': { view: 'level', source: 'ecfr', numbers: { title: '1', chapter: 'I' } },
  '/ecfr/title-1/chapter-I/part-1': {
    view: 'level',
    source: 'ecfr',
    numbers: { title: '1', chapter: 'I', part: '1' },
  },
  '/ecfr/title-1/part-1': { view: 'level', source: 'ecfr', numbers: { title: '1', part: '1' } },
  '/usc/structure/t17': { view: 'structure', source: 'usc', level: '/us/usc/t17' },
  '/ecfr/structure/t40/p52/spA': { view: 'structure', source: 'ecfr', level: '/us/cfr/t40/p52/spA' },
  '/ecfr/structure/t2/p%C2%A7%201%3F': { view: 'structure', source: 'ecfr', level: '/us/cfr/t2/p§ 1?' },
  '/fr/2018': { view: 'level', source: 'fr', numbers: { year: '2018' } },
  '/fr/2018/05': { view: 'level', source: 'fr', numbers: { year: '2018', month: '05' } },
} as const;

test('the web path of a place that is no document leads back to it', () => {
  for (const [path, place] of Object.entries(PLACES)) {
    assert.equal(readWebPath(path), place, path);
    assert.is(webPathOfPlace(place), path);
    if (path !== '/') assert.equal(readWebPath(`${path}/`), place, `${path}/`);
  }
  assert.equal(readWebPath('/fr/2018/5'), PLACES['/fr/2018/05']);
  assert.equal(
    readWebPath('/ecfr/structure/t40%2Fp52/spA'),
    PLACES['/ecfr/structure/t40/p52/spA'],
    'slashes of a level may be encoded, as in the API',
  );
  assert.equal(
    readWebPath('/%75sc/title%2D17'),
    PLACES['/usc/title-17'],
    'escapes say what their letters say',
  );
  assert.equal(readWebPath(''), { view: 'home' });
});

test('an address without a page is no place', () => {
  for (const path of [
    '//',
    '/x',
    '/Usc',
    '/docs',
    '/search/x',
    '/usc//',
    '/usc/17',
    '/usc/title-',
    '/usc/title-x',
    '/usc/title-1x2',
    '/usc/title-17/',
    '/usc/title-17/chapter-',
    '/usc/title-17//chapter-1',
    '/usc/title-17/part-1',
    '/usc/title-17/chapter-1/chapter-2',
    '/usc/title-17/law',
    '/usc/title-17/law/chapter-1',
    '/usc/title-17/law/other/section-1',
    '/usc/title-17/section-',
    '/usc/title-17/section-1/section-2/x',
    '/usc/title-11a/rule-1001',
    '/usc/title-11a/rules/rule-1001',
    '/usc/title-11a/rules-/rule-1001',
    '/usc/title-11a/rules-Bankr',
    '/usc/title-11a/rules-Bankr/rule-',
    '/usc/title-11a/rules-Bankr%2FX/rule-1001',
    '/usc/title-11a/chapter-1/rules-Bankr/rule-1001',
    '/usc/title-5a/plans-1949/plan',
    '/usc/title-17/part-1/appendix-A',
    '/ecfr/title-2/appendix-I',
    '/ecfr/title-2/part-200/subpart-A/chapter-II/appendix-I',
    '/ecfr/title-2/part-1/part-200/appendix-I',
    '/ecfr/title-2/subpart-A/appendix-I',
    '/ecfr/title-2/part-200/appendixI',
    '/ecfr/title-2/part-200/appendix-I%2FX',
    '/ecfr/title-2/part-200/constructor-I',
    '/ecfr/title-1/part-1/chapter-I',
    '/usc/title-17%2Fsection-106',
    '/usc/%',
    '/usc/title-17/section-%E0%A4%A',
    '/usc/structure',
    '/usc/structure/',
    '/usc/title-17/structure/t17',
    '/usc/structures/t17',
    '/fr/structure/2018',
    '/fr/2018/13',
    '/fr/2018/00',
    '/fr/2018/005',
    '/fr/2018/05/01',
    '/fr/2018-09910/05',
    '/fr//05',
    'usc',
    '/api/usc/documents',
  ]) {
    const place = readWebPath(path);
    if (path === '/usc/title-17/') assert.equal(place?.numbers, { title: '17' });
    else assert.is(place, null, path);
  }
});

test('a new entry of the table has web paths', () => {
  const ordinance = {
    source: 'sho' as SourceId,
    identifier: '/sh/ord/t2/o1.1',
    metadata: { chapter_number: '1' },
  };
  const source = sho as unknown as WebSource;
  const path = webPathOf(ordinance, source);
  assert.is(path, '/sho/title-2/chapter-1/ordinance-1.1');
  assert.is(identifierOfWebPath(path, [source]), ordinance.identifier);
  assert.is(readWebPath('/sho/title-2/section-1.1', [source]), null);
  assert.is(readWebPath('/sho/title-2/part-1', [source]), null, 'it has no parts');
  const sketch = { ...ordinance, identifier: '/sh/ord/t2/w7/sk1' };
  assert.is(webPathOf(sketch, source), '/sho/title-2/wharf-7/sketch-1');
  assert.is(identifierOfWebPath('/sho/title-2/wharf-7/sketch-1', [source]), sketch.identifier);
  const log = hnl as unknown as WebSource;
  assert.is(
    webPathOf({ source: 'hnl' as SourceId, identifier: '/sh/hnl/hn2031.7', metadata: {} }, log),
    '/hnl/hn2031.7',
  );
  assert.equal(readWebPath('/hnl/2031/05', [source, log]), {
    view: 'level',
    source: 'hnl',
    numbers: { year: '2031', month: '05' },
  });
});

test('a source of three levels has paths by the two levels that identifiers name', () => {
  const laws = plaw as unknown as WebSource;
  const section = { source: 'plaw' as SourceId, identifier: '/us/pl/94/553/s101', metadata: {} };
  const path = '/plaw/congress-94/law-553/section-101';
  assert.is(webPathOf(section, laws), path);
  assert.is(identifierOfWebPath(path, [laws]), section.identifier);
  const placeOf = (path: string) => readWebPath(path, [laws])?.numbers ?? null;
  assert.equal(placeOf('/plaw/congress-94'), { congress: '94' });
  assert.equal(placeOf('/plaw/congress-94/law-553'), { congress: '94', law: '553' });
  for (const none of ['/plaw/law-553', '/plaw/congress-94/section-1', '/plaw/congress-x', '/plaw/94'])
    assert.is(readWebPath(none, [laws]), null, none);
  assert.is(webPathOf({ ...section, identifier: '/us/pl/94/s1' }, laws), '/plaw/document-94%2Fs1');
});

test('each identifier that can be published has a unique path', () => {
  const random = new Random(17);
  const pieces = [
    't17',
    't5a',
    's106',
    's',
    'pl',
    '95',
    'chapter-1',
    'chapter',
    'section-2',
    'title-3',
    '2018',
    '05',
    'document-',
    '§ 1',
    '%2F',
    '...',
    'part-1',
    '–',
    ' ',
    'ü',
    '?',
    '#',
    '-',
    's1/s2',
    'p230',
    'spA',
    'chI/schC',
    'app',
    'appA',
    'table1',
    'courtRules/Civ',
    'rule901',
    'reorgPlan/1949',
  ];
  let tried = 0;
  for (const source of SOURCES) {
    const seen = new Map<string, string>();
    const made = Array.from({ length: 3000 }, () => {
      const segments = Array.from({ length: 1 + random.below(4) }, () =>
        random.chance(0.7) ? random.pick(pieces) : random.pick(pieces) + random.pick(pieces),
      );
      return source.namespace + segments.join('/');
    });
    for (const identifier of [...ODD_IDENTIFIERS[source.id], ...made]) {
      if (identifierProblem(source, identifier)) continue;
      tried++;
      const chapter_number = random.pick([null, '1', 'I', 'a/b', 'section-1']);
      const path = pathOf(source.id, identifier, { chapter_number });
      assert.is(identifierOfWebPath(path), identifier, path);
      assert.match(path, /^\/[\w.!~*'()%/-]+$/);
      assert.is(seen.get(path) ?? identifier, identifier, path);
      seen.set(path, identifier);
    }
  }
  assert.ok(tried > 5000, String(tried));
});

realTest(test, 'every real document has a unique path that leads back', corpora => {
  const seen = new Set<string>();
  const files = realDocuments(corpora);
  let plain = 0;
  for (const file of files) {
    const head = headOf(file);
    const value = (name: string) => new RegExp(`^${name}: *"?(.*?)"?$`, 'm').exec(head)?.[1] ?? null;
    const source = value('source') as SourceId;
    const identifier = value('identifier') as string;
    const [chapter_number, part_number] = [value('chapter_number'), value('part_number')];
    const path = pathOf(source, identifier, { chapter_number, part_number });
    assert.equal(readWebPath(path), { view: 'document', source, identifier }, path);
    if (!path.startsWith(`/${sourceOf(source).id}/document-`)) plain++;
    seen.add(path);
  }
  assert.is(seen.size, files.length);
  assert.is(plain, files.length, 'all of them have the usual shape');
});

function headOf(file: string): string {
  const buffer = Buffer.alloc(4096);
  const handle = openSync(file, 'r');
  const length = readSync(handle, buffer);
  closeSync(handle);
  return buffer.toString('utf8', 0, length);
}

test.run();
