import Database from 'libsql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listTree } from '../../../build/search/documents/tree-documents.ts';
import {
  completionsOf,
  fold,
  foldedWords,
  isFunctionWord,
  relatedStems,
  spellingsOf,
  stem,
  wordWithStem,
} from '../../../build/search/text/tokens.ts';
import { sampleTree } from '../../helpers/tree.ts';

test('words are runs of letters and digits without case and diacritics', () => {
  assert.equal(foldedWords('Résumé of § 106(1), re\u0301sume\u0301—U.S.C.'), [
    'resume',
    'of',
    '106',
    '1',
    'resume',
    'u',
    's',
    'c',
  ]);
  assert.is(fold('ÅNGSTRÖM'), 'angstrom');
});

test('every word of the sample corpus equals SQLite’s token', async () => {
  const db = new Database(':memory:');
  db.exec(`
    CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE words USING fts5vocab (texts, row)`);
  const insert = db.prepare('INSERT INTO texts VALUES (?)');
  const ours = new Set<string>();
  for await (const document of listTree((await sampleTree()).dist)) {
    const { body } = document.read();
    insert.run(body);
    for (const word of foldedWords(body)) ours.add(stem(word));
  }
  const rows = db.prepare('SELECT term FROM words').all() as { term: string }[];
  assert.ok(ours.size > 1000);
  assert.equal([...ours].sort(), rows.map(({ term }) => term).sort());
  db.close();
});

test('an abbreviation has a spelling with dots and one without', () => {
  assert.equal(spellingsOf('U.S.C'), ['U.S.C', 'USC']);
  assert.equal(spellingsOf('cfr'), ['cfr', 'c.f.r']);
  assert.equal(spellingsOf('lamp'), ['lamp']);
  assert.equal(spellingsOf('1.1'), ['1.1']);
});

test('an unfinished word is completed only if its stem becomes shorter', () => {
  assert.equal(completionsOf('reproducin'), ['reproducing']);
  assert.equal(completionsOf('Exclusivel'), ['exclusively']);
  for (const word of ['reproduc', 'lamp', 'keepe', 'consta', 'record'])
    assert.equal(completionsOf(word), [], word);
});

test('stems of one family are related, in both directions', () => {
  for (const [one, other] of [
    ['obvious', 'obviousness'],
    ['owner', 'ownership'],
    ['president', 'presidential'],
    ['infringe', 'infringement'],
    ['patentable', 'patentability'],
    ['copyright', 'copyrightable'],
  ] as const) {
    const [stemOfOne, stemOfOther] = [stem(one), stem(other)];
    if (stemOfOne === stemOfOther) continue;
    assert.ok(relatedStems(stemOfOne).includes(stemOfOther), `${one} → ${other}`);
    assert.ok(relatedStems(stemOfOther).includes(stemOfOne), `${other} → ${one}`);
  }
});

test('words with a short common beginning are not related, and no word is related to itself', () => {
  for (const [one, other] of [
    ['state', 'station'],
    ['port', 'portion'],
    ['act', 'action'],
    ['patent', 'patient'],
  ] as const) {
    assert.not.ok(relatedStems(stem(one)).includes(stem(other)), `${one} → ${other}`);
    assert.not.ok(relatedStems(stem(other)).includes(stem(one)), `${other} → ${one}`);
  }
  for (const word of ['obviousness', 'owner', 'presidenti'])
    assert.not.ok(relatedStems(stem(word)).includes(stem(word)), word);
  for (const word of ['', 'ion', 'ness', '106', '12345', 'a1b2c3d4'])
    assert.equal(relatedStems(word), [], word);
});

test('related stems are distinct and few', () => {
  for (const word of ['presidential', 'eligibility', 'nationalization', 'x'.repeat(500)]) {
    const related = relatedStems(stem(word));
    assert.is(new Set(related).size, related.length);
    assert.ok(related.length < 500, `${word}: ${related.length}`);
  }
});

test('a word made for a stem has exactly that stem', () => {
  for (const word of [
    'exclusive',
    'emergency',
    'management',
    'obviousness',
    'copyrights',
    'lamp',
    'reproducing',
  ]) {
    const stemmed = stem(word);
    assert.is(stem(wordWithStem(stemmed) ?? ''), stemmed, word);
  }
  // The stem of this stem is another one.
  assert.is.not(stem(stem('exclusive')), stem('exclusive'));
});

test('function words are few and contain no word of law', () => {
  for (const word of ['the', 'of', 'who', 'may']) assert.ok(isFunctionWord(word), word);
  for (const word of ['lamp', 'lamps', 'state', 'The', '106', '', 'without', 'use'])
    assert.not.ok(isFunctionWord(word), word);
});

test.run();
