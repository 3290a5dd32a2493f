import { typesenseBinary } from '../helpers/typesense-server.ts';
import { typesense } from '../search/typesense/find/subject.ts';
import { searchTree } from './fixture.ts';
import { searchContract } from './suite.ts';

const binary = typesenseBinary();
if (binary) {
  searchContract(typesense(binary), { name: 'sample corpus', tree: searchTree, isFixture: true });
}
