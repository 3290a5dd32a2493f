import { realCorpora } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { subjectsAsBuilt } from './subjects.ts';
import { searchContract } from './suite.ts';

if (realCorpora()) {
  const tree = async () => (await realTree()).dist;
  for (const subject of subjectsAsBuilt())
    searchContract(subject, { name: 'real corpora', tree, isFixture: false });
}
