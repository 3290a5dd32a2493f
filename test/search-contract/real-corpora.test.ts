import { listTree } from '../../build/search/documents/tree-documents.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { embeddedAsBuilt, type ListDocuments } from './subject.ts';
import { typesenses } from './subjects.ts';
import { searchContract } from './suite.ts';

/** Documents that tests name, and an appendix. */
const NAMED = /^\/us\/(?:usc\/t17\/s106|usc\/t5a\/.*|fr\/2018-09910)$/;
const STEP = 5;

/**
 * A Typesense server takes a minute of a processor to index all documents, and as much for the tests. A fifth is still ten batches of an
 * import, and more hits than are ranked or come on one page.
 */
const sample: ListDocuments = async function* (tree, parts) {
  let at = 0;
  for await (const document of listTree(tree, parts))
    if (at++ % STEP === 0 || NAMED.test(document.identifier)) yield document;
};

if (realCorpora()) {
  const corpus = { tree: async () => (await realTree()).dist, isFixture: false };
  searchContract(embeddedAsBuilt, { ...corpus, name: 'real corpora' });
  for (const subject of typesenses())
    searchContract(subject, { ...corpus, name: 'a fifth of the real corpora', sample });
}
