import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TypesenseClient } from '../../../../build/search/typesense/find/client.ts';
import { CurrentLexicon } from '../../../../build/search/typesense/find/current-lexicon.ts';
import { parseNodes } from '../../../../build/search/typesense/record.ts';
import { FixtureTree } from '../../../helpers/fixture-tree.ts';
import {
  API_KEY,
  startTypesense,
  type TypesenseServer,
  typesenseBinary,
} from '../../../helpers/typesense-server.ts';
import { DOCUMENTS } from './documents.ts';
import { fill } from './subject.ts';

const binary = typesenseBinary();
const test = suite('The lexicon of a collection, with a real server');
const forever = new AbortController().signal;

if (binary) {
  let server: TypesenseServer;
  /** The real one, of which so many requests are lost on the way. */
  let lost = 0;
  let client: TypesenseClient;

  test.before(async () => {
    server = await startTypesense(binary);
    await fill(server.url, 'pandect', new FixtureTree(DOCUMENTS).directory);
    client = new TypesenseClient({
      ...{ nodes: parseNodes(server.url), apiKey: API_KEY, collection: 'pandect', timeoutMs: 5000 },
    });
    const searchAll = client.searchAll.bind(client);
    client.searchAll = (searches, signal) =>
      searches.some(({ page }) => page !== undefined) && lost-- > 0
        ? Promise.reject(new Error('connection reset'))
        : searchAll(searches, signal);
  });
  test.after(() => server.stop());

  test('a failed reading of the lexicon is repeated by the next search', async () => {
    const lexicon = new CurrentLexicon(client);
    lost = 1;
    const told = () =>
      lexicon.get(forever).then(
        () => 'read',
        error => error.message,
      );
    assert.is(await told(), 'connection reset');
    const words = await lexicon.get(forever);
    assert.is(words.documents, DOCUMENTS.length);
    assert.is(await lexicon.get(forever), words, 'it is kept');
  });
}

test.run();
