import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textDigest } from '../../build/archive/text-digest.ts';

/** What of a corpus file is text of the law, and what tells of its edition. */

const FILE = `---
identifier: "/us/usc/t17/s106"
title: "17 USC § 106 - Gulls"
currency: "2021-12-27"
release_point: "117-80"
last_updated: "2002-11-02"
format_version: "2.0.0"
generator: "pandect-import@1"
---

# § 106. Gulls

currency: none
`;

const digest = (text: string): string => textDigest(Buffer.from(text));
const isSame = (change: (text: string) => string): boolean => {
  const changed = change(FILE);
  assert.is.not(changed, FILE);
  return digest(changed) === digest(FILE);
};

test('the edition and the program do not count', () => {
  assert.ok(isSame(text => text.replace('2021-12-27', '2025-09-05').replace('117-80', '119-36')));
  assert.ok(isSame(text => text.replace('"117-80"', '117-80')));
  assert.ok(isSame(text => text.replace('import@1', 'import@2').replace('"2.0.0"', '"2.1.0"')));
});

test('words, metadata and the day of the last amendment count', () => {
  assert.not(isSame(text => text.replace('# § 106. Gulls', '# § 106. Terns')));
  assert.not(isSame(text => text.replace('106 - Gulls', '106 - Terns')));
  assert.not(isSame(text => text.replace('2002-11-02', '2003-11-02')));
  assert.not(isSame(text => text.replace('currency: none', 'currency: some')));
  assert.not(isSame(text => text.replace('release_point: "117-80"\n', '')));
});

test('a day of the last amendment that is the day of the edition does not count', () => {
  const dated = (day: string) => FILE.replace('2021-12-27', day).replace('2002-11-02', day);
  assert.is(digest(dated('2024-12-31')), digest(dated('2025-01-31')));
  assert.is.not(digest(dated('2024-12-31')), digest(FILE));
});

test('files with other line ends, and files without frontmatter', () => {
  const windows = (text: string) => text.replaceAll('\n', '\r\n');
  assert.is(digest(windows(FILE)), digest(windows(FILE.replace('117-80', '119-36'))));
  assert.is.not(digest('currency: "2021-12-27"\n'), digest('currency: "2025-09-05"\n'));
});

test.run();
