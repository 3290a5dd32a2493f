import { searchTree } from './fixture.ts';
import { embedded } from './subject.ts';
import { searchContract } from './suite.ts';

searchContract(embedded, { name: 'sample corpus', tree: searchTree, isFixture: true });
