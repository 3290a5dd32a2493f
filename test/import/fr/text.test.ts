import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { convertPassage } from '../../../build/import/convert-passage.ts';
import { FileReader } from '../../../build/import/file-reader.ts';
import type { Passage } from '../../../build/import/passage.ts';
import { SCHEMAS } from '../../../build/import/schemas.ts';
import { plainText } from '../../../build/text/plain.ts';

/** The converted text of a document. The XML is our own. */

const NOTES = { name: 'rule.xml', day: null, metadata: null };

function convert(xml: string): { body: string; counts: FileReader['counts']; passage: Passage } {
  const passages: Passage[] = [];
  const reader = new FileReader(SCHEMAS, new Map(), NOTES, passage => passages.push(passage));
  reader.write(xml);
  reader.end();
  const [passage] = passages;
  const { body, comparison } = convertPassage(passage!, reader.schema!);
  assert.equal(comparison.differences, []);
  assert.is(comparison.wordsOut, comparison.wordsIn);
  assert.is(comparison.added, 0);
  return { body, counts: reader.counts, passage: passage! };
}

const END = '<FRDOC>[FR Doc. 2031–00007 Filed 3–4–31; 8:45 am]</FRDOC>';
const rule = (inner: string) => convert(`<RULE>${inner}${END}</RULE>`);
const supplement = (inner: string) => rule(`<SUPLINF>${inner}</SUPLINF>`);
/** Without the line that closes the document. */
const textOf = ({ body }: { body: string }) => body.replace(/\n*\\?\[FR Doc\.[^\n]*\n$/, '');

test('a preamble has its labels at the front of paragraphs and its subject as heading', () => {
  const made = rule(
    `<PREAMB><AGENCY TYPE="S">LAMP OFFICE</AGENCY><CFR>45 CFR Part 3</CFR><SUBJECT>Lamps</SUBJECT>
    <AGY><HD SOURCE="HED">AGENCY:</HD><P>Lamp Office.</P></AGY><ADD><HD SOURCE="HED">ADDRESSES:</HD></ADD>
    <DATES><HD SOURCE="HED">DATES:</HD><P>Effective May 1, 2031.</P><P>More.</P></DATES></PREAMB>`,
  );
  assert.is(
    textOf(made),
    'LAMP OFFICE\n\n45 CFR Part 3\n\n# Lamps\n\n**AGENCY**: Lamp Office.\n\n**ADDRESSES**:\n\n**DATES**: Effective May 1, 2031.\n\nMore.',
  );
});

test('headings have the rank of their kind', () => {
  const heading = (source: string) => `<HD SOURCE="${source}">On ${source}</HD>`;
  assert.is(
    textOf(supplement(['HED', 'HD1', 'HD2', 'HD3'].map(heading).join(''))),
    '## On HED\n\n### On HD1\n\n#### On HD2\n\n##### On HD3',
  );
});

test('a mark at the front of a block and a call without a number separate the words around them', () => {
  const made = supplement(
    `<P>Keepers<FTREF/>may sing.</P><P>Oil <SU>3</SU><FTREF/>.</P>
     <GPOTABLE COLS="2"><BOXHD><CHED H="1">Oil</CHED><CHED H="1">Wick</CHED></BOXHD>
     <ROW><ENT>Cans</ENT><ENT><SU>a</SU>307</ENT></ROW><TNOTE><SU>a</SU>Counted by hand.</TNOTE></GPOTABLE>
     <FTNT><P><SU>3</SU>One.</P><P><SU>4</SU>Two.</P></FTNT>`,
  );
  const text = plainText(made.body);
  for (const words of ['Keepers may sing.', 'a 307', 'a Counted by hand.', '4 Two.']) {
    assert.ok(text.replace(/\^/g, '').includes(words), `${words} in ${text}`);
  }
});

test('a raised number with a call is a footnote defined at the end; without a call it stays raised', () => {
  const made = supplement(
    `<P>Oil<SU>1</SU>
      <FTREF/> of 10<SU>2</SU> lamps.</P><FTNT><P><SU>1</SU>See <E T="03">Wicks.</E></P><P>And more.</P></FTNT>
     <P>Again.<SU>1</SU><FTREF/></P><FTNT><P><SU>1</SU> Other.</P></FTNT>`,
  );
  assert.match(made.body, /^Oil\[\^1\] of 10<sup>2<\/sup> lamps\.\n\nAgain\.\[\^1·2\]\n/);
  assert.match(made.body, /\n\[\^1\]: See \*Wicks\.\*\n\n {4}And more\.\n\n\[\^1·2\]: Other\.\n$/);
});

test('calls after the last footnote of their number call that footnote', () => {
  const call = '<SU>1</SU><FTREF/>';
  const made = supplement(
    `<P>Oil${call}</P><FTNT><P><SU>1</SU>First.</P></FTNT><P>Wicks${call}</P><FTNT><P><SU>1</SU>Second.</P></FTNT>
     <P>Glass${call}</P><P>Brass${call}</P>`,
  );
  assert.match(made.body, /^Oil\[\^1\]\n\nWicks\[\^1·2\]\n\nGlass\[\^1·2\]\n\nBrass\[\^1·2\]\n/);
  assert.equal(made.body.match(/^\[\^[^\]]+\]:/gm), ['[^1]:', '[^1·2]:']);
});

test('a call without its footnote becomes raised words', () => {
  assert.is(textOf(supplement('<P>Oil <SU>7</SU><FTREF/></P>')), 'Oil <sup>7</sup>');
});

test('page marks separate words and are counted by their numbers', () => {
  const made = supplement('<P>all of the<PRTPAGE P="9921"/>lamps</P>');
  assert.is(textOf(made), 'all of the lamps');
  assert.equal([...made.counts.keptOut.words], [['page marks', 1]]);
});

test('fractions are separated from the words around them', () => {
  assert.is(
    textOf(supplement('<P>8<FR>1/2</FR> by one-sixth (<FR>1/6</FR>) or<FR>1/8</FR>of it</P>')),
    '8 1/2 by one-sixth (1/6) or 1/8 of it',
  );
});

test('a table heading by columns is read row by row with its spans', () => {
  const made = supplement(
    `<GPOTABLE COLS="4"><TTITLE>Table 1—Oil</TTITLE><BOXHD><CHED H="1">Lamp</CHED><CHED H="1">Oil<LI>of year</LI></CHED>
     <CHED H="2">2030</CHED><CHED H="2">2031</CHED><CHED H="1">Note</CHED></BOXHD>
     <ROW EXPSTB="03"><ENT I="21">Great lamps</ENT></ROW><ROW EXPSTB="00"><ENT I="01">A</ENT><ENT A="01">1 &lt; 2</ENT><ENT/></ROW>
     <TNOTE><SU>1</SU> Estimated.</TNOTE></GPOTABLE>`,
  );
  assert.is(
    textOf(made),
    `Table 1—Oil

<table>
<thead>
<tr><th rowspan="2">Lamp</th><th colspan="2">Oil<br>of year</th><th rowspan="2">Note</th></tr>
<tr><th>2030</th><th>2031</th></tr>
</thead>
<tbody>
<tr><td colspan="4">Great lamps</td></tr>
<tr><td>A</td><td colspan="2">1 &lt; 2</td><td></td></tr>
</tbody>
</table>

<sup>1</sup> Estimated.`,
  );
});

test('a plain table becomes a Markdown table', () => {
  const made = supplement(
    '<GPOTABLE COLS="2"><BOXHD><CHED H="1">Lamp</CHED><CHED H="1">Oil</CHED></BOXHD><ROW><ENT>A</ENT><ENT>1</ENT></ROW></GPOTABLE>',
  );
  assert.is(textOf(made), '| Lamp | Oil |\n| --- | --- |\n| A | 1 |');
});

test('amended text is set apart, and its sections have headings', () => {
  const made = supplement(
    `<REGTEXT TITLE="98" PART="3"><AMDPAR>1. Section 3.2 is amended:</AMDPAR><SECTION><SECTNO>§ 3.2</SECTNO><SUBJECT>Wicks.</SUBJECT>
     <STARS/><P>(b) New.</P></SECTION></REGTEXT><EXTRACT><P>Quoted.</P></EXTRACT>`,
  );
  assert.is(
    textOf(made),
    '**1. Section 3.2 is amended**:\n\n#### § 3.2 Wicks.\n\n\\* \\* \\*\n\n(b) New.\n\n> Quoted.',
  );
});

test('an image is named by its number and links to its official address', () => {
  const made = supplement(
    '<GPH DEEP="9" SPAN="1"><GID>ER01MY31.000</GID></GPH><MATH><MID>ER01MY31.001</MID></MATH>',
  );
  assert.is(
    textOf(made),
    '![ER01MY31.000](https://img.federalregister.gov/ER01MY31.000/ER01MY31.000_original_size.png)\n\n![ER01MY31.001](https://img.federalregister.gov/ER01MY31.001/ER01MY31.001_original_size.png)',
  );
});

test('an unknown element keeps its words in place', () => {
  const made = supplement('<P>before <NEWFANGLED>within</NEWFANGLED> behind</P>');
  assert.is(textOf(made), 'before within behind');
  assert.equal([...made.counts.unknown], [['NEWFANGLED', 1]]);
});

test('metadata come from the preamble, not from the regulations', () => {
  const { passage } = rule(
    `<PREAMB><AGENCY TYPE="S">DEPARTMENT OF LIGHT</AGENCY><SUBAGY>Lamp Office</SUBAGY><AGENCY TYPE="O">OIL BOARD</AGENCY>
     <CFR>45 CFR Parts 3 and 4</CFR><CFR>46 CFR Chapter I</CFR><DEPDOC>[Docket No. LO–2031–0001; LO-2]</DEPDOC><RIN>RIN 9999–AA07</RIN>
     <SUBJECT>Lamps<SU>1</SU><FTREF/></SUBJECT><ACT><HD SOURCE="HED">ACTION:</HD><P>Final rule.</P></ACT>
     <EFFDATE><HD SOURCE="HED">DATES:</HD><P>This rule is effective May 1, 2031. Comments are due on or before June 2, 2031.</P></EFFDATE>
     <FTNT><P><SU>1</SU>All.</P></FTNT></PREAMB>
     <SUPLINF><REGTEXT><SECTION><SECTNO>§ 3.2</SECTNO><SUBJECT>[Amended]</SUBJECT></SECTION></REGTEXT></SUPLINF>`,
  );
  const { identifier, frontmatter } = passage.outline;
  assert.is(identifier, '/us/fr/2031-00007');
  const shown = Object.fromEntries(
    'title document_type publication_date last_updated agency agencies docket_ids cfr_references rin fr_action effective_date comments_close_date start_page fr_citation'
      .split(' ')
      .map(name => [name, frontmatter[name]]),
  );
  assert.equal(shown, {
    title: 'Lamps',
    document_type: 'rule',
    publication_date: null,
    last_updated: '2031-03-04',
    agency: 'DEPARTMENT OF LIGHT',
    agencies: ['DEPARTMENT OF LIGHT', 'Lamp Office', 'OIL BOARD'],
    docket_ids: ['Docket No. LO-2031-0001', 'LO-2'],
    cfr_references: ['45 CFR Part 3', '45 CFR Part 4', '46 CFR Chapter I'],
    rin: '9999-AA07',
    fr_action: 'Final rule.',
    effective_date: '2031-05-01',
    comments_close_date: '2031-06-02',
    start_page: null,
    fr_citation: null,
  });
});

test('a footnote without a call is in the plain text', () => {
  const { body } = supplement('<P>Oil.</P><FTNT><P><SU>3</SU> Uncalled.</P></FTNT>');
  assert.ok(plainText(body).includes('Uncalled.'));
});

test.run();
