import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from './real-tree.ts';
import { subjects } from './subjects.ts';
import { searchContract } from './suite.ts';

const corpus = realCorpora();
if (corpus) {
  const tree = realTree(corpus);
  for (const subject of subjects())
    searchContract(subject, { name: 'real corpora', tree: () => tree, isFixture: false });
}
