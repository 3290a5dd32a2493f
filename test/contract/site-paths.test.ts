import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { namesHtml } from '../../build/contract/site-paths.ts';

test('an Accept header matches if it names HTML', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const accept of [browser, 'TEXT/html', 'a/b, text/html;q=0.1', 'a/b,text/html , c/d'])
    assert.is(namesHtml(accept), true, accept);
  for (const accept of [
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'text/htmlx',
    'xtext/html',
    'a/b;c=text/html',
  ])
    assert.is(namesHtml(accept), false, accept);
});

test.run();
