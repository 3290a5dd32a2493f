import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Home, referencesIn } from '../../../build/site/app/read/typeset/references.ts';

const USC: Home = { source: 'usc', title: '17' };
const CFR: Home = { source: 'ecfr', title: '44' };

/** `words→query`, for each reference. */
const found = (text: string, home: Home | null = null): string[] =>
  referencesIn(text, home).map(({ at, end, query }) => `${text.slice(at, end)}→${query}`);

test('a bare section sign is no citation in a statute, and is one in regulations', () => {
  assert.equal(found('under § 107 and §§ 108, 109', USC), []);
  assert.equal(found('under § 2.2 and section 107', CFR), ['§ 2.2→44 CFR 2.2']);
});

test('citations of codes and journals by name are found', () => {
  assert.equal(found('under 17 U.S.C. 107, as amended'), ['17 U.S.C. 107→17 USC 107']);
  assert.equal(found('see 5 USC § 552(b)(4)'), ['5 USC § 552(b)(4)→5 USC 552']);
  assert.equal(found('45 CFR part 46 and 45 C.F.R. 46.101(a)'), [
    '45 CFR part 46→45 CFR part 46',
    '45 C.F.R. 46.101(a)→45 CFR 46.101',
  ]);
  assert.equal(found('83 FR 21707; 83 Fed. Reg. 21,707'), [
    '83 FR 21707→83 FR 21707',
    '83 Fed. Reg. 21,707→83 FR 21,707',
  ]);
});

test('each number of a list is a citation, until another citation begins', () => {
  assert.equal(found('42 U.S.C. 4321, 4332 and 4335'), [
    '42 U.S.C. 4321→42 USC 4321',
    '4332→42 USC 4332',
    '4335→42 USC 4335',
  ]);
  assert.equal(found('5 U.S.C. 552, 15 U.S.C. 78'), ['5 U.S.C. 552→5 USC 552', '15 U.S.C. 78→15 USC 78']);
  assert.equal(found('5 U.S.C. 552 and 30 days'), ['5 U.S.C. 552→5 USC 552']);
  assert.equal(found('3 CFR, 1978 Comp.'), []);
  assert.is(found(`42 U.S.C. ${Array.from({ length: 100 }, (_, i) => i + 1).join(', ')}`).length, 30);
});

test('a range without the digits that its ends share is searched as a range', () => {
  assert.equal(found('17 U.S.C. §§ 106–08'), ['17 U.S.C. §§ 106–08→17 USC §§ 106-08']);
  assert.equal(found('40 CFR parts 1500-08'), ['40 CFR parts 1500-08→40 CFR parts 1500-08']);
  assert.equal(found('17 U.S.C. § 106-08, §§ 46-1 and 107-109'), [
    '17 U.S.C. § 106-08→17 USC 106-08',
    '46-1→17 USC 46-1',
    '107-109→17 USC 107-109',
  ]);
  assert.equal(found('40 CFR §§ 60.1–.7'), ['40 CFR §§ 60.1→40 CFR 60.1', '.7→40 CFR 60.7']);
});

test('any dash may join a section number', () => {
  assert.equal(found('42 U.S.C. 1320a–7'), ['42 U.S.C. 1320a–7→42 USC 1320a-7']);
});

test("a section without a code is one of the document's title", () => {
  assert.equal(found('sections 107 and 108 of this title', USC), [
    'sections 107→17 USC 107',
    '108→17 USC 108',
  ]);
  assert.equal(found('subject to section 107(2)', USC), ['section 107(2)→17 USC 107']);
  assert.equal(found('section 4 of the Lantern Act', USC), []);
  assert.equal(found('section 552a of title 5', USC), ['section 552a→5 USC 552a']);
  assert.equal(found('section 552a of title 5'), ['section 552a→5 USC 552a'], 'anywhere');
  assert.equal(found('section 107'), [], 'where no title is');
  assert.equal(found('§ 12 of the Act', USC), []);
  assert.equal(found('as § 2.2 says', CFR), ['§ 2.2→44 CFR 2.2']);
  assert.equal(found('section 12 says', CFR), [], 'a section of regulations has a dot');
});

test('a named title gives the code, and the number if the code is missing', () => {
  assert.equal(found('under section 73.683(a) of title 47, Code of Federal Regulations', USC), [
    'section 73.683(a)→47 CFR 73.683',
  ]);
  assert.equal(found('section 571 et seq. of Title 10', USC), ['section 571→10 USC 571']);
  assert.equal(found('part 258 of title 37', USC), ['part 258→37 CFR part 258']);
});

test('an appendix has its own title', () => {
  assert.equal(found('5 U.S.C. App. 3'), ['5 U.S.C. App. 3→5a USC 3']);
});

test('words belong to the link of their number, also in a list', () => {
  assert.equal(found('sections 107 and section 108(2) apply', USC), [
    'sections 107→17 USC 107',
    'section 108(2)→17 USC 108',
  ]);
  assert.equal(found('44 CFR 2.2 and part 4'), ['44 CFR 2.2→44 CFR 2.2', 'part 4→44 CFR part 4']);
});

test('a statute has no parts and no numbers with dots', () => {
  assert.equal(found('15 U.S.C. 632(a)(9) and part 134'), ['15 U.S.C. 632(a)(9)→15 USC 632']);
  assert.equal(found('under section 5.40(a)', USC), []);
});

test("a part of this chapter belongs to the document's title", () => {
  assert.equal(found('parts 121 and 134 of this chapter', CFR), [
    'parts 121→44 CFR part 121',
    '134→44 CFR part 134',
  ]);
  assert.equal(found('part 121', CFR), []);
});

test('text that only resembles a citation is no citation', () => {
  assert.equal(found('$17 U.S.C. 107'), []);
  assert.equal(found('17 U.S.Coast 107'), []);
  assert.equal(found('part 4'), []);
  assert.equal(found('no digits'), []);
});

test('repeated citations take time linear in the text', () => {
  for (const flood of ['1 USC ', '§ 1', 'sections 1, ', '1 USC 1-', '17 U.S.C. 1(a)', ' of title 1']) {
    const text = flood.repeat(20_000);
    assert.ok(referencesIn(text, USC).length <= text.length);
  }
});

test.run();
