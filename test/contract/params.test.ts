import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isDate } from '../../build/contract/dates.ts';
import { ApiError } from '../../build/contract/errors.ts';
import {
  booleanParam,
  choiceParam,
  dateParam,
  integerParam,
  listParam,
  rawParam,
  readParams,
  stringParam,
  textParam,
} from '../../build/contract/params.ts';

/** Asserts a 400 whose message has each of these texts. */
function assertInvalid(work: () => unknown, ...texts: string[]): void {
  try {
    work();
  } catch (error) {
    assert.instance(error, ApiError);
    const { status, code, message } = error as ApiError;
    assert.is(status, 400);
    assert.is(code, 'INVALID_PARAMETER');
    for (const text of texts) assert.ok(message.includes(text), `${message} names ${text}`);
    return;
  }
  assert.unreachable('nothing was thrown');
}

test('a value is decoded', () => {
  const params = readParams('a=1%2F2&b=x+y%2B&empty=&bare&c=%E2%80%93&d=p=q&%61%62=z&&');
  assert.is(textParam(params, 'a'), '1/2');
  assert.is(textParam(params, 'b'), 'x y+');
  for (const name of ['empty', 'bare'])
    assert.equal([rawParam(params, name), textParam(params, name)], ['', null]);
  assert.is(textParam(params, 'c'), '–');
  assert.is(textParam(params, 'd'), 'p=q');
  assert.is(textParam(params, 'ab'), 'z');
  assert.is(textParam(params, 'missing'), null);
  assert.is(textParam(params, '__proto__'), null);
});

test('malformed percent-encoding is invalid', () => {
  for (const search of ['a=%', 'a=%zz', 'a=%ff', '%=1', 'a=%ED%A0%80']) {
    assertInvalid(() => readParams(search), 'percent-encoded');
  }
});

test('a repeated parameter is invalid if it is read', () => {
  const params = readParams('a=1&a=1&b=2');
  assertInvalid(() => textParam(params, 'a'), 'a', 'more than once');
  assertInvalid(() => integerParam(params, 'a', 0), 'a');
  assert.is(textParam(params, 'b'), '2');
});

test('an empty parameter of any kind is missing; a repeated one is invalid', () => {
  for (const search of ['p=', 'p', '&p=&']) {
    const params = readParams(search);
    assert.is(stringParam(params, 'p'), null);
    assert.is(integerParam(params, 'p', 1), null);
    assert.is(booleanParam(params, 'p'), null);
    assert.is(dateParam(params, 'p'), null);
    assert.is(choiceParam(params, 'p', ['x']), null);
    assert.is(listParam(params, 'p'), null);
  }
  for (const search of ['p=&p=1', 'p&p', 'p=1&p='])
    assertInvalid(() => integerParam(readParams(search), 'p', 1), 'more than once');
});

test('an integer outside its bounds or form is invalid', () => {
  const integer = (text: string) => integerParam(readParams(`n=${text}`), 'n', 1, 100);
  assert.is(integer('1'), 1);
  assert.is(integer('100'), 100);
  assert.is(integer('007'), 7);
  assert.is(integerParam(readParams(''), 'n', 1), null);
  for (const text of ['0', '101', '-1', '1.0', '1e1', '0x10', ' 1', '%2B1', 'NaN', '١', '9'.repeat(17)]) {
    assertInvalid(() => integer(text), 'parameter n', '1 to 100');
  }
  assert.is(integerParam(readParams('n=9007199254740991'), 'n', 0), Number.MAX_SAFE_INTEGER);
  assertInvalid(() => integerParam(readParams('n=9007199254740992'), 'n', 0));
});

test('a boolean is true, false, 1 or 0', () => {
  const boolean = (text: string) => booleanParam(readParams(`b=${text}`), 'b');
  assert.equal(['true', '1', 'false', '0'].map(boolean), [true, true, false, false]);
  assert.is(booleanParam(readParams(''), 'b'), null);
  for (const text of ['TRUE', 'yes', '2', 'null']) assertInvalid(() => boolean(text), 'true, false, 1 or 0');
});

test('a date is a calendar date, YYYY-MM-DD', () => {
  assert.is(dateParam(readParams('d=2020-02-29'), 'd'), '2020-02-29');
  assert.is(dateParam(readParams(''), 'd'), null);
  assertInvalid(() => dateParam(readParams('d=2019-02-29'), 'd'), '2019-02-29', 'YYYY-MM-DD');
  for (const text of [
    '2018-02-30',
    '2018-13-01',
    '2018-00-10',
    '2018-1-1',
    '18-01-01',
    '2018-01-01T00:00:00Z',
    ' 2018-01-01',
    '',
  ]) {
    assert.not(isDate(text), text);
  }
  assert.ok(isDate('0001-01-01'));
  assert.ok(isDate('9999-12-31'));
});

test('the length of a text is counted in code points', () => {
  const text = (value: string) => stringParam(readParams(`q=${encodeURIComponent(value)}`), 'q', 1, 5);
  assert.is(text('😀😀😀😀😀'), '😀😀😀😀😀');
  assertInvalid(() => text('😀😀😀😀😀😀'), '1 to 5 characters');
  assertInvalid(() => stringParam(readParams('q=x'), 'q', 2, 5), '2 to 5 characters');
});

test('repeated lists are joined without repeats and empty names', () => {
  const list = (search: string) => listParam(readParams(search), 'l');
  assert.equal(list('l=a,b&l=%20c,a&l='), ['a', 'b', 'c']);
  assert.equal(list('l=,'), []);
  for (const search of ['l=', 'l', 'l=&l=']) assert.is(list(search), null, search);
  assert.is(list('m=a'), null);
});

test('a choice outside its list is invalid', () => {
  const params = readParams('a=rule&b=Rule&c=');
  assert.is(choiceParam(params, 'a', ['rule', 'notice']), 'rule');
  assert.is(choiceParam(params, 'missing', ['rule']), null);
  assertInvalid(() => choiceParam(params, 'b', ['rule', 'notice']), '"Rule"', 'rule, notice');
});

test('only each fourth century has a 29 February', () => {
  for (const day of [
    '1900-02-29',
    '2100-02-29',
    '2019-02-29',
    '2018-02-30',
    '2018-04-31',
    '2018-06-31',
    '2018-09-31',
    '2018-11-31',
    '2018-01-32',
    '2018-01-00',
  ])
    assert.not.ok(isDate(day), day);
  for (const day of ['2000-02-29', '2020-02-29', '1900-02-28', '2018-12-31', '2018-06-30'])
    assert.ok(isDate(day), day);
});

test.run();
