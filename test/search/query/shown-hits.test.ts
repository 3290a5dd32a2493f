import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze } from '../../../build/search/query/analyze.ts';
import { Highlighter } from '../../../build/search/query/highlight.ts';
import { shownHits } from '../../../build/search/query/shown-hits.ts';

const never = new AbortController().signal;
const HIT = { hit: '{"heading":"Owners"}', heading: 'Owners', body: 'Of owners.' };
/** The first alone takes far longer to look through than the event loop has to wait. */
const LONG = Array.from({ length: 5 }, () => ({ ...HIT, body: 'who owns nothing '.repeat(1_000_000) }));

test('a hit is shown with the marked heading and passage, or with null where no highlights are wanted', async () => {
  assert.equal(await shownHits([HIT], new Highlighter(analyze('owners ')), never), [
    '{"heading":"Owners","highlights":{"heading":"<mark>Owners</mark>","body":"Of <mark>owners</mark>."}}',
  ]);
  assert.equal(await shownHits([HIT], null, never), ['{"heading":"Owners","highlights":null}']);
});

test('the event loop runs other tasks between long texts', async () => {
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await shownHits(LONG, new Highlighter(analyze('owners ')), never);
  clearImmediate(next);
  assert.ok(turns > 0);
});

test('a page whose client has left is not finished', async () => {
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  const error = await shownHits(LONG, new Highlighter(analyze('owners ')), stop.signal).catch(
    (error: unknown) => error,
  );
  assert.is(error, stop.signal.reason);
});

test.run();
