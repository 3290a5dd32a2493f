import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listTree } from '../../../build/search/documents/tree-documents.ts';
import { type References, referencesOf } from '../../../build/search/references/references.ts';
import { realTest } from '../../helpers/real-corpora.ts';
import { realTree } from '../../helpers/real-tree.ts';

async function realReferences(): Promise<References[]> {
  const { dist } = await realTree();
  const references: References[] = [];
  for await (const document of listTree(dist)) references.push(referencesOf(document.read()));
  return references;
}

realTest(test, 'the law that others cite, name and spell out', async () => {
  const all = await realReferences();
  const citing = (key: string) => all.filter(({ cites }) => cites.includes(key)).length;
  assert.ok(citing('usc:23:104') >= 60, 'the apportionment of highway funds');
  assert.ok(citing('usc:5:552') >= 150, 'freedom of information');
  assert.ok(citing('part:2:180') >= 150, 'debarment and suspension');

  const naming = (name: string, key: string) =>
    all.flatMap(({ names }) => names.filter(found => found.name === name && found.key === key));
  const itself = naming('Federal Advisory Committee Act', 'id:/us/usc/t5a/pl/92/463/s1');
  assert.equal(
    itself.map(({ weight }) => weight),
    [3],
  );
  assert.ok(naming('National Environmental Policy Act', 'usc:42:4321').length >= 40);
  assert.ok(naming('Freedom of Information Act', 'usc:5:552').length >= 40);
  assert.ok(naming('Bayh-Dole Act', 'id:/us/usc/t35/s200').length === 1);

  const spelled = (short: string, long: string) =>
    all.filter(({ abbreviations }) => abbreviations.some(pair => pair[0] === short && pair[1] === long))
      .length;
  assert.ok(spelled('fema', 'federal emergency management agency') >= 20);
  assert.ok(spelled('epa', 'environmental protection agency') >= 30);
  assert.ok(
    all.every(
      ({ cites, names, abbreviations }) =>
        cites.length < 1_000 && names.length < 200 && abbreviations.length < 300,
    ),
    'the bounds are far from real documents',
  );
});

test.run();
