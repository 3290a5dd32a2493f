import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentPath, type Representation } from '../../build/contract/paths.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import { documentOfFile } from '../../build/files/document-file.ts';
import { ODD_IDENTIFIERS } from '../helpers/catalogs.ts';

test('the file of a document tells its source, identifier and representation', () => {
  for (const source of SOURCES)
    for (const identifier of [...ODD_IDENTIFIERS[source.id], `${source.namespace}t1/references.json`])
      for (const representation of ['json', 'markdown', 'text'] as Representation[])
        assert.equal(
          documentOfFile(documentPath(source, identifier, representation)),
          { source, identifier, representation },
          identifier,
        );
});

test('lists, levels and references are no documents', () => {
  for (const path of [
    'api/usc/documents.json',
    'api/usc/documents/_q/cursor=.json',
    'api/usc/documents/t17/s106/references.json',
    'api/usc/documents/t17/s106/references/_q/list=cites&limit=100&offset=100.json',
    'api/usc/documents/t48/s46–1 \nto \n46–3/references.json',
    'api/fr/documents/2018-09910/references.json',
    'api/usc/structure/t17.json',
    'api/usc/structure/t17/references.json',
    'api/xyz/documents/t17.json',
    'api/usc/documents/t17/s106.xml',
    'manifest/usc/references/t17.ndjson',
  ])
    assert.is(documentOfFile(path), null, path);
});

test('a document whose name only begins like references is one', () => {
  for (const name of ['t17/references2', 't17/xreferences', 'references'])
    assert.is(documentOfFile(`api/usc/documents/${name}.json`)?.identifier, `/us/usc/${name}`);
});

test.run();
