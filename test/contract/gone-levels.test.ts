import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resourceBody } from '../../build/contract/envelope.ts';
import { missingLevel } from '../../build/contract/gone-levels.ts';
import { outlineBelow } from '../../build/contract/outline.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { type HeldRun, storedHistory } from '../../build/contract/title-history.ts';

/** What is told of levels that former editions alone have. */

const source = sourceOf('usc');
const [T5, CH1, CH9] = ['/us/usc/t5', '/us/usc/t5/ch1', '/us/usc/t5/ch9'];

const held = (from: string, ...levels: string[]): HeldRun => ({
  from,
  text: { display_title: 'x', status: 'in_force', levels: [T5, ...levels], isNewInNotes: false, was: null },
});
const gone = (from: string): HeldRun => ({ from, text: null });

const HISTORY = 'api/usc/structure/t5/versions.json';

function readerOf(...histories: HeldRun[][]): {
  read(path: string): Promise<string | null>;
  asked: string[];
} {
  const documents = histories.map((runs, i) => ({ identifier: `/us/usc/t5/s${i}`, runs }));
  const file = resourceBody(storedHistory({ from: '2000-01-01', to: '2020-01-01', documents }), 'x').json;
  const asked: string[] = [];
  const read = async (path: string) => {
    asked.push(path);
    return path === HISTORY ? file : null;
  };
  return { read, asked };
}

const told = async (identifier: string, ...histories: HeldRun[][]): Promise<string> => {
  const { status, code, message } = await missingLevel(readerOf(...histories).read, { source, identifier });
  assert.equal([status, code], [404, 'NOT_FOUND']);
  return message.replace(/^No level was found with the identifier (\S+)\. ?/, (_, name) => {
    assert.is(name, identifier);
    return '';
  });
};

const removed = (day: string): string =>
  `It was removed on ${day}; /api/usc/structure/t5%2Fch9/changes?from=2000-01-01 tells what became of its documents.`;

test('a level is gone since its last document left it', async () => {
  const moved = [held('2000-01-01', CH9), held('2003-01-01', CH9), held('2004-01-01', CH1)];
  const dropped = [held('2000-01-01', CH9), gone('2002-01-01')];
  assert.is(await told(CH9, dropped), removed('2002-01-01'));
  assert.is(await told(CH9, moved), removed('2004-01-01'));
  assert.is(await told(CH9, moved, dropped), removed('2004-01-01'));
  assert.is(await told(CH9, dropped, moved, [held('2000-01-01', CH1)]), removed('2004-01-01'));
  const again = [...dropped, held('2006-01-01', CH9), gone('2007-01-01'), held('2008-01-01', CH1)];
  assert.is(await told(CH9, again), removed('2007-01-01'));
});

test('a level that was never there, or still has a document, is told as one that nobody knows', async () => {
  const dropped = [held('2000-01-01', CH9), gone('2002-01-01')];
  assert.is(await told(CH1, dropped), '');
  assert.is(await told(CH9), '');
  assert.is(await told(CH9, dropped, [held('2000-01-01', CH1), held('2002-01-01', CH9)]), '');
  assert.is(await told(CH9, dropped, [held('2003-01-01', CH9)]), removed('2002-01-01'));
  const { message } = await missingLevel(async () => null, { source, identifier: CH9 });
  assert.is(message, `No level was found with the identifier ${CH9}.`);
});

test('the page of a level tells it, in either depth', async () => {
  const { read, asked } = readerOf([held('2000-01-01', CH9), gone('2002-01-01')]);
  const error = await outlineBelow(read, { source, identifier: CH9 }).catch((error: Error) => error);
  assert.match((error as Error).message, removed('2002-01-01'));
  assert.equal(asked, ['api/usc/structure/t5/ch9.json', HISTORY]);
});

test.run();
