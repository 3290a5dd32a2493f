import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as identifiers from '../../build/contract/identifier.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { ODD_IDENTIFIERS } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');
const fr = sourceOf('fr');
const { canonicalIdentifier, identifierProblem } = identifiers;

test('an identifier has shorthand, canonical form and id', () => {
  assert.is(identifiers.shorthandOf(usc, '/us/usc/t17/s106'), 't17/s106');
  assert.is(identifiers.shorthandOf(ecfr, '/us/cfr/t1/s1.1'), 't1/s1.1');
  assert.is(identifiers.shorthandOf(fr, '/us/fr/2018-09910'), '2018-09910');
  assert.is(identifiers.idOf('/us/usc/t17/s106'), 'us-usc-t17-s106');
});

test('shorthand and canonical form, with or without the first slash, give the same document', () => {
  for (const path of ['t17/s106', '/t17/s106', 'us/usc/t17/s106', '/us/usc/t17/s106', '//us/usc/t17/s106']) {
    assert.is(canonicalIdentifier(usc, path), '/us/usc/t17/s106', path);
  }
  assert.is(canonicalIdentifier(ecfr, 't1/s1.1'), '/us/cfr/t1/s1.1');
  assert.is(canonicalIdentifier(ecfr, '/us/cfr/t1/s1.1'), '/us/cfr/t1/s1.1');
  assert.is(canonicalIdentifier(fr, '2018-09910'), '/us/fr/2018-09910');
});

test('a namespace of another source is part of a shorthand', () => {
  assert.is(canonicalIdentifier(usc, '/us/cfr/t1/s1.1'), '/us/usc/us/cfr/t1/s1.1');
});

test('each unusual real identifier may be published and is read in both forms', () => {
  for (const source of SOURCES) {
    for (const identifier of ODD_IDENTIFIERS[source.id]) {
      assert.is(identifierProblem(source, identifier), null, identifier);
      assert.is(canonicalIdentifier(source, identifier), identifier);
      assert.is(canonicalIdentifier(source, identifiers.shorthandOf(source, identifier)), identifier);
    }
  }
});

test('an identifier that leaves the tree or fits no file name is refused with a reason', () => {
  const problems: [identifier: string, reason: RegExp][] = [
    ['/us/cfr/t1/s1', /start with \/us\/usc\//],
    ['us/usc/t1/s1', /start with/],
    ['/us/usc/../s1', /segment \.\.$/],
    ['/us/usc/t1/./s1', /segment \.$/],
    ['/us/usc/t1/.../s1', /segment \.\.\.$/],
    ['/us/usc/t1/.. /s1', /segment \.\. $/],
    ['/us/usc/..\\..\\s1', /backslash or a colon/],
    ['/us/usc/C:/s1', /backslash or a colon/],
    ['/us/usc/t1/s1:stream', /backslash or a colon/],
    ['/us/usc/t1/nul', /device/],
    ['/us/usc/t1/COM1.x', /device/],
    ['/us/usc/t1//s1', /empty segment/],
    ['/us/usc/t1/', /empty segment/],
    ['/us/usc/', /empty segment/],
    ['/us/usc/t1/s1\n', /control character/],
    ['/us/usc/t1/s\u0000', /control character/],
    ['/us/usc/t1/s\u0085', /control character/],
    ['/us/usc/t1/s\ud800', /surrogate/],
    ['/us/usc/us/usc/t1/s1', /namespace/],
    ['/us/usc/_q/title_number=1', /_q/],
    ['/us/usc/t1/_q', /_q/],
    ['/us/usc/references', /the segment references, which is reserved/],
    ['/us/usc/t1/references', /references/],
    ['/us/usc/t1/references/s1', /references/],
    ['/us/usc/t1.json/s1', /may be named/],
    [`/us/usc/t1/s${'1'.repeat(250)}`, /over 250 bytes/],
    [`/us/usc/t1/s${'–'.repeat(84)}`, /over 250 bytes/],
    [`/us/usc/${'t1/'.repeat(400)}s1`, /exceeds 1000 bytes/],
  ];
  for (const [identifier, reason] of problems) {
    assert.match(
      identifierProblem(usc, identifier) ?? 'no problem',
      reason,
      JSON.stringify(identifier.slice(0, 40)),
    );
  }
});

test('a suspicious but harmless identifier is accepted', () => {
  for (const shorthand of [
    't1/s1..2',
    't1/s...',
    't1/s1.json',
    't1/_quo',
    't1/References',
    't1/references2',
    't1/references.json',
    't1/sreferences',
    `t1/s${'1'.repeat(249)}`,
    't1/s😀',
    't1/s%2F',
    't1/s44 ',
    't1/s%5C..',
    't1/console',
    'aux1/s1',
  ]) {
    assert.is(identifierProblem(usc, `/us/usc/${shorthand}`), null, shorthand);
  }
});

test.run();
