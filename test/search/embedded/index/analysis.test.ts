import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listTree } from '../../../../build/search/documents/tree-documents.ts';
import { Analyser } from '../../../../build/search/embedded/index/analysis.ts';
import { frequentNumber, PAIRS, pairNumber } from '../../../../build/search/text/frequent-words.ts';
import { FixtureTree, section } from '../../../helpers/fixture-tree.ts';
import { signatureOfDocument } from '../../../helpers/signature.ts';

test('a signature holds the name, the names above it and the text before the notes', async () => {
  const { directory } = new FixtureTree([
    section(17, '106', 'Lamps and oil', `${'the keeper of lamps '.repeat(200)}\nEditorial Notes\nwick`),
    section(17, '107', 'Résumés', 'oil\nEditorial Notes\nwick'),
  ]);
  const documents = [];
  for await (const document of listTree(directory)) documents.push(document.read());
  const analysis = new Analyser().analyse(documents);
  for (const { document, signature } of analysis.documents)
    assert.equal(Buffer.from(signature), signatureOfDocument(document));
  const [, , body] = analysis.documents[0]!.terms;
  const held = [...body].map(term => (term < PAIRS ? term : analysis.stems[term - PAIRS]));
  assert.equal(held.slice(0, 5), ['the', 'keeper', 'of', 'lamp', 'editori']);
  assert.ok(!held.includes(pairNumber(frequentNumber('of'), frequentNumber('the'))), 'a lamp lies between');
});

test.run();
