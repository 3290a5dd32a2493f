import Database from 'libsql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  completionsOf,
  fold,
  foldedWords,
  spellingsOf,
  stem,
} from '../../../build/contract/search/tokens.ts';
import { listTree } from '../../../build/search/tree.ts';
import { sampleTree } from '../../helpers/tree.ts';

test('words are runs of letters and digits, without case and diacritics', () => {
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

test('every word of the sample corpus is what SQLite makes of it', async () => {
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

test('abbreviations have two spellings', () => {
  assert.equal(spellingsOf('U.S.C'), ['U.S.C', 'USC']);
  assert.equal(spellingsOf('cfr'), ['cfr', 'c.f.r']);
  assert.equal(spellingsOf('lamp'), ['lamp']);
  assert.equal(spellingsOf('1.1'), ['1.1']);
});

test('an unfinished word is completed only where its stem will be shorter', () => {
  assert.equal(completionsOf('reproducin'), ['reproducing']);
  assert.equal(completionsOf('Exclusivel'), ['exclusively']);
  for (const word of ['reproduc', 'lamp', 'keepe', 'consta', 'record'])
    assert.equal(completionsOf(word), [], word);
});

test.run();
