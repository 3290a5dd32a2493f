import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentBody } from '../../build/contract/envelope.ts';
import {
  filledShell,
  HEAD_MARKS,
  headOf,
  MISSING_HEAD,
  partMark,
  publicAddressTag,
  scriptsOf,
} from '../../build/contract/site-head.ts';
import type { Metadata } from '../../build/contract/sources.ts';

const SHELL = `<head><base href="/">\n${HEAD_MARKS[0]}\n<title>Home</title>\n${HEAD_MARKS[1]}\n</head><body></body>`;

const section = (metadata: Metadata, body = 'Text.') =>
  documentBody(
    { id: 'us-usc-t17-s106', identifier: '/us/usc/t17/s106', source: 'usc', metadata, body },
    '2018-01-01T00:00:00.000Z',
  ).json;

const PLACE = { view: 'document', source: 'usc', identifier: '/us/usc/t17/s106' } as const;
const METADATA: Metadata = {
  display_title: '17 USC § 106 -  Exclusive\nrights',
  title_number: 17,
  title_name: 'COPYRIGHTS',
  chapter_number: '1',
  chapter_name: 'SUBJECT MATTER',
  status: 'in_force',
};

test('the head of a document has title, levels, address and other forms', () => {
  const head = headOf(PLACE, section(METADATA));
  assert.equal(head, {
    title: '17 USC § 106 - Exclusive rights',
    description: 'United States Code, title 17 (Copyrights), chapter 1 (SUBJECT MATTER). Status: in force.',
    canonical: '/usc/title-17/chapter-1/section-106',
    alternates: [
      { href: '/api/usc/documents/t17%2Fs106', type: 'application/json' },
      { href: '/api/usc/documents/t17%2Fs106?format=markdown', type: 'text/markdown' },
      { href: '/api/usc/documents/t17%2Fs106?format=text', type: 'text/plain' },
    ],
  });
});

test('the beginning of a document gives its head, regardless of its text', () => {
  const json = section({ ...METADATA, status: 'x,"body":"y' }, '","body":"'.repeat(50));
  const whole = headOf(PLACE, json);
  assert.match(whole?.description ?? '', /Status: x,"body":"y/);
  assert.equal(headOf(PLACE, json.slice(0, json.indexOf('"body":"') + 400)), whole);
  const cut = headOf(PLACE, json.slice(0, 40));
  assert.equal([cut?.title, cut?.canonical], ['us-usc-t17-s106', '/usc/title-17/section-106']);
});

const LEVEL = { view: 'structure', source: 'ecfr', level: '/us/cfr/t33/p971/spA' } as const;

test('the head of a level has its name, the levels above, and its address, whatever is in it', () => {
  const start =
    '{"data":{"identifier":"/us/cfr/t33/p971/spA","level":"subpart","number":"A","name":"Whistles","status":null,"path":[{"identifier":"/us/cfr/t33","level":"title","number":"33","name":"NAVIGATION"}]';
  const expected = {
    title: 'Subpart A – Whistles, Title 33, eCFR',
    description: 'Subpart A – Whistles, Title 33, eCFR: to browse, to search and to read.',
    canonical: '/ecfr/structure/t33/p971/spA',
    alternates: [{ href: '/api/ecfr/structure/t33%2Fp971%2FspA', type: 'application/json' }],
  };
  assert.equal(headOf(LEVEL, `${start},"children":[{"body":1},"documents":[`), expected);
  assert.equal(headOf(LEVEL, `${start}}}`), expected);
  for (const subject of [null, start.slice(0, 60)])
    assert.equal(headOf(LEVEL, subject), {
      ...expected,
      title: '/us/cfr/t33/p971/spA, eCFR',
      description: '/us/cfr/t33/p971/spA, eCFR: to browse, to search and to read.',
    });
});

test('a document of the Federal Register has agency and date in its head', () => {
  const head = headOf(
    { view: 'document', source: 'fr', identifier: '/us/fr/2018-1' },
    '{"data":{"metadata":{"display_title":"Lamps","agency":"Lamp Office","publication_date":"2018-05-10","fr_citation":"83 FR 1"},"body":"',
  );
  assert.is(head?.description, 'Federal Register, Lamp Office, 2018-05-10, 83 FR 1.');
});

test('the description ends with the whole currency, if that is a day or a release point', () => {
  const described = (metadata: object): string =>
    headOf(PLACE, section({ ...METADATA, ...metadata }))?.description ?? '';
  const state = 'Status: in force. Current through Pub. L. 119-36 (2025-09-05).';
  assert.match(described({ currency: '2025-09-05', release_point: '119-36' }), `(SUBJECT MATTER). ${state}`);
  assert.match(described({ currency: '2025-04-02' }), /in force\. As of 2025-04-02\.$/);
  const long = described({
    currency: '2025-09-05',
    release_point: '119-36',
    chapter_name: 'LAMP '.repeat(200),
  });
  assert.ok(long.endsWith(state) && long.length <= 300, long);
  assert.ok(described({ status: 'x'.repeat(400) }).length <= 300);
  for (const metadata of [{ currency: '2025-02-30' }, { currency: 5 }, { release_point: 'soon' }, {}]) {
    assert.match(described(metadata), /in force\.$/, JSON.stringify(metadata));
  }
  assert.match(described({ release_point: '113-21not11' }), /Pub\. L\. 113-21not11\.$/);
});

test('a law of an appendix has the appendix in its description', () => {
  const metadata = {
    display_title: '5 USC App. § 11 - Lamps',
    title_number: 5,
    title_name: 'ANOTHER ACT',
    chapter_name: 'LAMP ACT',
  };
  const place = { view: 'document', source: 'usc', identifier: '/us/usc/t5a/pl/95/452/s11' } as const;
  const head = headOf(place, JSON.stringify({ data: { metadata } }));
  assert.equal(
    [head?.title, head?.description],
    [
      '5 USC App. § 11 - Lamps',
      'United States Code, title 5 appendix (Government Organization and Employees), LAMP ACT.',
    ],
  );
});

test('each place has its title, description and canonical link', () => {
  const data = JSON.stringify({ data: { title_name: 'COPYRIGHTS' } });
  const told = (place: Parameters<typeof headOf>[0], subject: string | null = null) => {
    const head = headOf(place, subject);
    return head && [head.title, head.canonical];
  };
  assert.is(told({ view: 'home' }), null);
  assert.equal(told({ view: 'search' }), ['Search', '/search']);
  assert.equal(told({ view: 'source', source: 'usc' }), ['United States Code', '/usc']);
  assert.equal(told({ view: 'level', source: 'usc', numbers: { title: '17' } }, data), [
    'U.S. Code, Title 17 – Copyrights',
    '/usc/title-17',
  ]);
  assert.equal(told({ view: 'level', source: 'usc', numbers: { title: '05a' } }, 'no JSON'), [
    'U.S. Code, Title 5 – Government Organization and Employees',
    '/usc/title-5',
  ]);
  assert.equal(
    told({ view: 'level', source: 'ecfr', numbers: { title: '1', chapter: 'I', part: '3' } }, data),
    ['Part 3, Chapter I, eCFR, Title 1 – General Provisions', '/ecfr/title-1/chapter-I/part-3'],
  );
  assert.equal(told({ view: 'level', source: 'fr', numbers: { year: '2018', month: '05' } }), [
    'Federal Register, May 2018',
    '/fr/2018/05',
  ]);
  assert.equal(told({ view: 'level', source: 'fr', numbers: { year: '2018' } }), [
    'Federal Register, 2018',
    '/fr/2018',
  ]);
});

test('the head of any corpus text is escaped in the shell', () => {
  const html = filledShell(
    SHELL,
    {
      title: `<script>"'&$1$&`,
      description: 'a"b',
      canonical: '/usc/x"y',
      alternates: [{ href: '/a?b&c', type: 'text/plain' }],
    },
    null,
  );
  assert.is(
    html,
    `<head><base href="/">
${HEAD_MARKS[0]}
<title>&#60;script&#62;&#34;&#39;&#38;$1$&#38; – Pandect</title>
<meta name="description" content="a&#34;b">
<link rel="canonical" href="/usc/x&#34;y">
<meta property="og:title" content="&#60;script&#62;&#34;&#39;&#38;$1$&#38;">
<meta property="og:description" content="a&#34;b">
<meta property="og:site_name" content="Pandect">
<link rel="alternate" type="text/plain" href="/a?b&#38;c">
${HEAD_MARKS[1]}
</head><body></body>`,
  );
});

test('a missing page has noindex', () => {
  const html = filledShell(SHELL, MISSING_HEAD, null);
  assert.match(html, /<title>Not found – Pandect<\/title>\n<meta name="robots" content="noindex">/);
  assert.not.match(html, /canonical|description|Home/);
});

test('a shell with a public address has absolute canonical links; one without marks is unchanged', () => {
  const tag = publicAddressTag('https://law.example.org/a&b/');
  const html = filledShell(`${tag}${SHELL}`, { ...MISSING_HEAD, canonical: '/usc' }, null);
  assert.match(html, '<link rel="canonical" href="https://law.example.org/a&#38;b/usc">');
  assert.is(filledShell('<head></head>', MISSING_HEAD, null), '<head></head>');
});

const PARTS = `${partMark('read', ['site/assets/a-1.js', 'site/assets/b-2.js'])}${partMark('home', [])}`;
const PARTED = SHELL.replace('</head>', `${PARTS}</head>`);

test('a page preloads its part of the app and the first answer', () => {
  const html = filledShell(PARTED, MISSING_HEAD, { part: 'read', target: '/api/usc/documents/t1%2Fs1?a&b' });
  assert.match(
    html,
    `<link rel="modulepreload" href="site/assets/a-1.js">
<link rel="modulepreload" href="site/assets/b-2.js">
<link rel="preload" href="/api/usc/documents/t1%2Fs1?a&#38;b" as="fetch" crossorigin="">
${HEAD_MARKS[1]}`,
  );
  assert.not.match(html, '<!--part', 'the others are of no use to a reader');
  const other = filledShell(PARTED, MISSING_HEAD, { part: 'search', target: null });
  assert.not.match(other, /preload/);
});

test('the home page keeps its head and has preloads', () => {
  const html = filledShell(PARTED, null, { part: 'home', target: '/api/stats' });
  assert.match(html, `${HEAD_MARKS[0]}\n<title>Home</title>\n<link rel="preload" href="/api/stats"`);
});

test('the scripts of a part are read from the shell', () => {
  assert.equal(scriptsOf(PARTED, 'read'), ['site/assets/a-1.js', 'site/assets/b-2.js']);
  assert.equal([scriptsOf(PARTED, 'home'), scriptsOf(PARTED, 'files')], [[], []]);
});

test.run();
