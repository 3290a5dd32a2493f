import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { identifierIn } from '../../build/archive/file-lines.ts';
import { NumberedTexts } from '../../build/common/numbered-texts.ts';
import { TitleHistories } from '../../build/pages/title-histories.ts';
import { settledHeap } from '../helpers/heap.ts';

/** What is held of long texts: a few words, and not the texts. */

const TEXTS = 400;
const LENGTH = 50_000;

/** Bytes of the heap that are held of so many texts of `LENGTH` characters. */
async function heldOf(take: (text: string, i: number) => unknown): Promise<number> {
  const held: unknown[] = [];
  const before = await settledHeap();
  for (let i = 0; i < TEXTS; i++) {
    const beginning = `{"identifier":"/us/usc/t9/s${i}","title":"§ ${i}. The keeper of the lighthouse"`;
    // As read from a file: one text, and not a tree of its parts.
    held.push(take(Buffer.from(beginning.padEnd(LENGTH, ' by the sea')).toString(), i));
  }
  const bytes = (await settledHeap()) - before;
  assert.is(held.length, TEXTS);
  return bytes;
}

const FEW = (TEXTS * LENGTH) / 20;

const titleIn = (text: string): string => text.slice(text.indexOf('§'), text.indexOf('house') + 5);

test('a part of a text holds the whole, unless it is made a text of its own', async () => {
  const texts = new NumberedTexts();
  const cut = await heldOf(titleIn);
  const numbered = await heldOf((text, i) => texts.numberOf(`${titleIn(text)} ${i}`));
  assert.ok(cut > (TEXTS * LENGTH) / 2, `${cut} bytes`);
  assert.ok(numbered < FEW, `${numbered} bytes`);
  assert.is(texts.at(TEXTS - 1), `§ ${TEXTS - 1}. The keeper of the lighthouse ${TEXTS - 1}`);
});

test('equal texts have one number, from 0 up, and every text is kept as it is', () => {
  const texts = new NumberedTexts();
  const all = ['', '"\\', '§ 1–2', '\u{1f409}', '\ud800', 'a\nb\0'];
  const numbers = [0, 1, 2, 3, 4, 5];
  assert.equal(
    all.map(text => texts.numberOf(text)),
    numbers,
  );
  assert.equal(
    all.map(text => texts.numberOf(text)),
    numbers,
  );
  assert.equal(
    numbers.map(number => texts.at(number)),
    all,
  );
});

test('an identifier does not hold its line', async () => {
  const bytes = await heldOf((text, i) => {
    const identifier = identifierIn(text);
    assert.is(identifier, `/us/usc/t9/s${i}`);
    return identifier;
  });
  assert.ok(bytes < FEW, `${bytes} bytes`);
});

test('histories of a title do not hold the documents that they were read from', async () => {
  const input = { part: 'usc/t9', doubles: [], keptSince: null, bodyOn: () => '' };
  const histories = new TitleHistories(input, null);
  const edition = (day: string) => ({ day, edition: day });
  const days = ['2020-01-01', '2021-01-01'].map(edition);
  const bytes = await heldOf((text, i) => {
    const runs = days.map(first => ({ first, last: first, version: { text: first.day } as never }));
    const level = text.slice(text.indexOf('/us'), text.indexOf('/s'));
    const title = titleIn(text);
    const held = {
      display_title: title,
      status: title,
      levels: [level, title],
      isNewInNotes: false,
      was: null,
    };
    histories.put(`/us/usc/t9/s${i}`, runs, run => ({
      held,
      words: { text: `${run.first.day}`, notes: '' },
    }));
  });
  assert.ok(bytes < FEW, `${bytes} bytes`);
  const { data } = JSON.parse([...(histories.output().content as Iterable<Buffer>)].join(''));
  assert.is(data.changed.length, TEXTS);
  const title = '§ 1. The keeper of the lighthouse';
  assert.equal(
    data.changed[1].slice(1),
    days.map(({ day }) => [day, title, title, 1]),
  );
  assert.equal(data.levels[1], ['/us/usc/t9', title]);
});

test.run();
