import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Run } from '../../build/archive/history.ts';
import { type DocumentHistory, type HeldRun, readHistory } from '../../build/contract/title-history.ts';
import type { Output } from '../../build/files/staging.ts';
import {
  type KnownText,
  publishedHistories,
  TitleHistories,
  type TitleInput,
} from '../../build/pages/title-histories.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** The file with the histories of a title's documents, from the runs of their texts. */

/** @param text `law|notes`, perhaps with a display title behind another bar; null for none */
const run = (day: string, text: string | null): Run => ({
  first: { day, edition: day },
  last: { day, edition: day },
  version: text === null ? null : { text, sha256: '', pack: '', offset: 0, bytes: 0 },
});

const LEVELS = ['/us/usc/t17', '/us/usc/t17/ch1:abc'];

function textOf({ version }: Run): KnownText {
  const [text = '', notes = '', display_title = 'Lamps'] = version?.text.split('|') ?? [];
  const held = { display_title, status: 'in_force', levels: LEVELS, isNewInNotes: false, was: null };
  return { held, words: { text, notes } };
}

/** Bodies are long enough, and all of them alike. @param asked is told whose bodies are read */
const inputWith = (more: Partial<TitleInput> = {}, asked: string[] = []): TitleInput => ({
  ...{ part: 'usc/t17', doubles: [], keptSince: null },
  bodyOn: (identifier, day) => {
    asked.push(`${identifier.slice('/us/usc/t17/'.length)} ${day}`);
    return `# § ${identifier}\n\n${'The keeper of a light station shall trim each lamp before dusk. '.repeat(5)}`;
  },
  ...more,
});

const idOf = (name: string): string => `/us/usc/t17/${name}`;

function made(
  input: TitleInput,
  put: Readonly<Record<string, readonly Run[]>>,
  known: readonly DocumentHistory[] | null = null,
): Output {
  const histories = new TitleHistories(input, known);
  for (const [name, runs] of Object.entries(put)) histories.put(idOf(name), runs, textOf);
  return histories.output();
}

const bytesOf = ({ content }: Output): string => [...(content as Iterable<Buffer>)].join('');

const historyOf = (output: Output) => readHistory(bytesOf(output), true);

/** `1 text`, `2 notes`, `3 -`, `4 text from s1`. */
const timeOf = ({ from, text }: HeldRun): string => {
  const what = text === null ? '-' : text.isNewInNotes ? 'notes' : 'text';
  return `${from} ${what}${text?.was ? ` from ${text.was.slice(idOf('').length)}` : ''}`;
};

const timesIn = (output: Output): Record<string, string[]> =>
  Object.fromEntries(
    historyOf(output).documents.map(({ identifier, runs }) => [
      identifier.slice(idOf('').length),
      runs.map(timeOf),
    ]),
  );

test('a time begins where a document reads otherwise, and says where only its notes do', () => {
  const times = (...runs: Run[]) => timesIn(made(inputWith(), { s1: runs })).s1;
  assert.equal(times(run('1', 'a|n'), run('2', 'a|m'), run('3', 'b|m'), run('4', 'c|n')), [
    '1 text',
    '2 notes',
    '3 text',
    '4 text',
  ]);
  assert.equal(times(run('1', 'a|n'), run('2', 'b|n'), run('3', 'a|n')), ['1 text', '2 text', '3 text']);
  assert.equal(times(run('1', 'a|n'), run('2', 'a|n'), run('3', 'a|m')), ['1 text', '3 notes']);
  assert.equal(times(run('1', 'a|n'), run('2', 'a|n|Lights')), ['1 text', '2 text'], 'another title');
  assert.equal(times(run('1', null), run('2', 'a'), run('3', null), run('4', null), run('5', 'a')), [
    '1 -',
    '2 text',
    '3 -',
    '5 text',
  ]);
});

test('of several texts of a day the last counts, beside the day before', () => {
  const times = (...runs: Run[]) => timesIn(made(inputWith(), { s1: runs })).s1;
  assert.equal(times(run('1', 'a|n'), run('2', 'b|n'), run('2', 'a|m')), ['1 text', '2 notes']);
  assert.equal(times(run('1', 'a|n'), run('2', 'b|n'), run('2', 'a|n'), run('3', 'c|n')), [
    '1 text',
    '3 text',
  ]);
  assert.equal(times(run('1', 'a|n'), run('2', null), run('2', 'a|n')), ['1 text']);
});

test('a history reaches from the first day of which all is known to the last with a change', () => {
  const spanOf = (keptSince: string | null): string => {
    const output = made(inputWith({ keptSince }), {
      s1: [run('2020-02-02', 'a'), run('2020-03-03', 'b')],
      s2: [run('2020-01-01', 'a'), run('2020-02-05', 'b')],
    });
    const { from, to } = historyOf(output);
    assert.is(output.timestamp.slice(0, 10), to);
    return `${from} ${to}`;
  };
  assert.is(spanOf(null), '2020-01-01 2020-03-03');
  assert.is(spanOf('2019-01-01'), '2020-01-01 2020-03-03');
  assert.is(spanOf('2020-02-20'), '2020-02-20 2020-03-03');
  assert.is(spanOf('2021-01-01'), '2021-01-01 2021-01-01');
});

test('levels are called by their identifiers, a double by that which it has today', () => {
  const levels = (doubles: TitleInput['doubles']) =>
    historyOf(made(inputWith({ doubles }), { s1: [run('1', 'a')] })).documents[0]?.runs[0]?.text?.levels;
  assert.equal(levels([]), ['/us/usc/t17', '/us/usc/t17/ch1']);
  assert.equal(levels([['/us/usc/t17/ch1:abc', '/us/usc/t17/ch1~2']]), ['/us/usc/t17', '/us/usc/t17/ch1~2']);
});

test('a document that the archive no longer has goes, and the title with its last one', () => {
  const { documents } = historyOf(made(inputWith(), { s1: [run('1', 'a')], s2: [run('1', 'a')] }));
  assert.equal(timesIn(made(inputWith(), { s2: [] }, documents)), { s1: ['1 text'] });
  assert.equal(timesIn(made(inputWith(), { s2: [run('1', null)] }, documents)), { s1: ['1 text'] });
  const histories = new TitleHistories(inputWith(), documents);
  histories.put(idOf('s1'), [], textOf);
  assert.not.ok(histories.isEmpty);
  histories.put(idOf('s2'), [], textOf);
  assert.ok(histories.isEmpty);
});

const RENUMBERED = {
  s1: [run('1', 'a'), run('2', null)],
  // Amended on that day, and as like as the new one.
  s2: [run('1', 'b'), run('2', 'c')],
  s3: [run('1', null), run('2', 'a')],
};

test('a new document with the words of one that went is that one, by the last text and the first', () => {
  const asked: string[] = [];
  assert.equal(
    timesIn(made(inputWith({}, asked), { ...RENUMBERED, s3: [...RENUMBERED.s3, run('3', 'd')] })),
    {
      s1: ['1 text', '2 -'],
      s2: ['1 text', '2 text'],
      s3: ['1 -', '2 text from s1', '3 text'],
    },
  );
  assert.equal([...new Set(asked)].sort(), ['s1 1', 's3 2']);
});

test('of documents with equal words the first in the order of the law is the former one’s, in whatever order they are put', () => {
  const gone = [run('1', 'a'), run('2', null)];
  const fresh = [run('1', null), run('2', 'a')];
  assert.equal(timesIn(made(inputWith(), { s10: fresh, s9: fresh, s1: gone })), {
    s1: ['1 text', '2 -'],
    s9: ['1 -', '2 text from s1'],
    s10: ['1 -', '2 text'],
  });
  const order = historyOf(made(inputWith(), { s10: fresh, s9: fresh, s1: gone })).documents;
  assert.equal(
    order.map(({ identifier }) => identifier),
    ['s1', 's9', 's10'].map(idOf),
  );
});

test('the words of a former document are those of its last text; no words are read on a day that only brings or only takes documents', () => {
  const asked: string[] = [];
  made(inputWith({}, asked), {
    s1: [run('1', 'a'), run('2', 'b'), run('3', null)],
    s2: [run('1', null), run('3', 'a')],
  });
  assert.equal([...new Set(asked)].sort(), ['s1 2', 's2 3']);
  asked.length = 0;
  made(inputWith({}, asked), { s1: [run('1', 'a'), run('2', null)], s2: [run('1', null), run('3', 'a')] });
  assert.equal(asked, []);
});

test('days without changes are not compared again; a document that came back is no former one of another', () => {
  const { documents } = historyOf(made(inputWith(), RENUMBERED));
  const asked: string[] = [];
  const after = (put: Readonly<Record<string, readonly Run[]>>) =>
    timesIn(made(inputWith({}, asked), put, documents)).s3;
  assert.equal(after({ s4: [run('3', 'e'), run('4', 'f')] }), ['1 -', '2 text from s1']);
  assert.equal(asked, []);
  assert.equal(after({ s2: [run('1', 'b'), run('2', 'c'), run('3', 'd')] }), ['1 -', '2 text from s1']);
  assert.equal(after({ s1: [run('1', 'a')] }), ['1 -', '2 text']);
});

test('a published file counts where it is as it was, and calls levels as they are called now', () => {
  const tree = temporaryFolder();
  const doubles: TitleInput['doubles'] = [['/us/usc/t17/ch1:abc', '/us/usc/t17/ch1~2']];
  const output = made(inputWith({ doubles }), RENUMBERED);
  const bytes = bytesOf(output);
  const entry = { path: output.path, bytes: bytes.length, sha256: hash('sha256', bytes), date: '2020-01-01' };
  const target = path.join(tree, output.path);
  const published = (entries = [entry], now = doubles): number | null => {
    const part = { find: (path: string) => entries.find(entry => entry.path === path) ?? null };
    const rows = publishedHistories(tree, 'usc/t17', part, now);
    return rows && [...rows].length;
  };
  assert.is(published(), null, 'missing');
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, bytes);
  assert.is(published(), 3);
  assert.is(published([]), null, 'not of the manifest');
  assert.is(published([entry], []), null, 'levels have other names');
  assert.is(published([entry], [['/us/usc/t17/ch1:abc', '/us/usc/t17/ch1~3']]), null, 'one has another name');
  const other = { ...entry, path: 'api/usc/documents/t17/s1/versions.json', sha256: '0'.repeat(64) };
  assert.is(published([other, entry]), 3);
  fs.writeFileSync(target, bytes.replace('in_force', 'in_farce'));
  assert.is(published(), null, 'other bytes');
});

test.run();
