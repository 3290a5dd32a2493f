import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { aliasesOf } from '../../../build/import/uslm/aliases.ts';
import { firstOfRange } from '../../../build/import/uslm/section-ranges.ts';

/** Addresses of units that contain several sections, and of ranges named in references. */

const aliases = (sections: string, ...paragraphs: string[]) =>
  aliasesOf(`/us/usc/t48/s${sections}`, () => paragraphs).map(alias => alias.replace('/us/usc/t48/s', ''));

test('a section has no alias except the spelling with a hyphen', () => {
  assert.equal(aliases('106'), []);
  assert.equal(aliases('228z–1'), ['228z-1']);
});

test('each of several sections in one unit has an address', () => {
  assert.equal(aliases('73, 73a'), ['73', '73a']);
  assert.equal(aliasesOf('/us/usc/t24/s1 /us/usc/t24/s2'), ['/us/usc/t24/s1', '/us/usc/t24/s2']);
});

test('a range has the numbers between its ends, and the letters of the last', () => {
  assert.equal(aliases('641 to 644'), ['641', '642', '643', '644']);
  assert.equal(aliases('143...145'), ['143', '144', '145']);
  assert.equal(aliases('61 to 64b'), ['61', '62', '63', '64', '64a', '64b']);
  assert.equal(aliases('81a to 81d'), ['81a', '81b', '81c', '81d']);
  assert.equal(aliases('64a to 64aa').length, 27, 'single letters stand before double ones');
});

test('a range that ends at a section with a suffix has the members before it', () => {
  assert.equal(aliases('228a to 228c–1'), [
    ...['228a', '228b', '228c', '228c–1', '228a to 228c-1', '228c-1'],
  ]);
  assert.equal(
    aliases('46–1 to 46–3').filter(alias => /^\S+$/.test(alias)),
    ['46–1', '46–2', '46–3', '46-1', '46-2', '46-3'],
  );
  assert.ok(aliases('228e to 228z–1').includes('228h'));
  assert.not.ok(aliases('1457 to 1469–1').includes('1469a'));
});

test('a range has the sections at the front of its paragraphs that are between its ends', () => {
  const paragraphs = [
    'Section 381a, act May 4, 1934.',
    'Section 390, act May 4, 1934.',
    'See section 382b, there.',
  ];
  const found = aliases('380 to 385', ...paragraphs, 'Section 380–2, act.', 'Section 49b of Title 30.');
  assert.ok(found.includes('381a') && found.includes('380–2'), found.join(' '));
  assert.not.ok(
    ['390', '382b', '49b'].some(number => found.includes(number)),
    found.join(' '),
  );
  assert.equal(aliases('380', ...paragraphs), []);
});

test('a reference to a range has the address of its first section', () => {
  for (const [range, first] of [
    ['/us/usc/t45/s51–60', '/us/usc/t45/s51'],
    ['/us/usc/t44/s709-712', '/us/usc/t44/s709'],
    ['/us/usc/t30/s28–28e', '/us/usc/t30/s28'],
    ['/us/usc/t40/s13a–13c', '/us/usc/t40/s13a'],
    ['/us/usc/t40/s3141–314', '/us/usc/t40/s3141'],
  ] as const)
    assert.is(firstOfRange(range), first);
});

test('sections with suffixes, paragraphs and other addresses are no ranges', () => {
  for (const address of [
    '/us/usc/t40/s276a–5',
    '/us/usc/t22/s2151–1',
    '/us/usc/t43/s270–17',
    '/us/usc/t42/s247d–3a',
    '/us/usc/t42/s6271–76',
    '/us/usc/t16/s1a–5',
    '/us/usc/t2/s60–1/a',
    '/us/usc/t17/s106',
    '/us/pl/94–553',
    '/us/stat/39/952–960',
  ])
    assert.is(firstOfRange(address), address);
});

test.run();
