import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ReadDocument } from '../../../build/site/app/read/document.ts';
import {
  type ItemPage,
  neighborsByCursor,
  neighborsInPages,
} from '../../../build/site/app/read/neighbors.ts';

const document = (number: number): ReadDocument => ({
  id: '',
  source: 'usc',
  identifier: `/us/usc/t17/s${number}`,
  metadata: { title_number: 17 },
  body: '',
});

/** A title with sections 1 to `total`, in pages, and a log of the requested targets. */
function title(total: number): { asked: string[]; ask: (target: string) => Promise<ItemPage> } {
  const asked: string[] = [];
  const ask = async (target: string): Promise<ItemPage> => {
    asked.push(target);
    const offset = Number(new URLSearchParams(target.split('?')[1]).get('offset'));
    const data = Array.from({ length: Math.max(0, Math.min(20, total - offset)) }, (_, i) =>
      document(offset + i + 1),
    );
    return { data, pagination: { total } };
  };
  return { asked, ask };
}

const names = ({ previous, next }: Awaited<ReturnType<typeof neighborsInPages>>) => [
  previous?.identifier.slice(13) ?? null,
  next?.identifier.slice(13) ?? null,
];

test('neighbors by cursor need one list item in each direction', async () => {
  const targets: string[] = [];
  const found = await neighborsByCursor(document(106), async target => {
    targets.push(target);
    return { data: [document(target.includes('sort=-') ? 105 : 107)] };
  });
  assert.equal(names(found), ['105', '107']);
  assert.equal(targets, [
    '/api/usc/documents?title_number=17&sort=-identifier&limit=1&cursor=%2Fus%2Fusc%2Ft17%2Fs106',
    '/api/usc/documents?title_number=17&sort=identifier&limit=1&cursor=%2Fus%2Fusc%2Ft17%2Fs106',
  ]);
  assert.equal(names(await neighborsByCursor(document(1), async () => null)), [null, null]);
});

test('neighbors in pages are found for every document of a title', async () => {
  for (let number = 1; number <= 61; number++) {
    const { ask } = title(61);
    assert.equal(names(await neighborsInPages(document(number), ask)), [
      number === 1 ? null : String(number - 1),
      number === 61 ? null : String(number + 1),
    ]);
  }
});

test('neighbors in pages need few pages, and none without a list', async () => {
  const { asked, ask } = title(20_000);
  assert.equal(names(await neighborsInPages(document(13_777), ask)), ['13776', '13778']);
  assert.ok(asked.length <= 13, String(asked.length));
  assert.equal(names(await neighborsInPages(document(99_999), ask)), [null, null], 'not in the list');
  assert.equal(names(await neighborsInPages(document(1), async () => null)), [null, null]);
  const fr: ReadDocument = { ...document(1), source: 'fr', identifier: '/us/fr/2018-1' };
  assert.equal(
    names(
      await neighborsInPages(fr, async () => {
        throw new Error('asks for a list');
      }),
    ),
    [null, null],
  );
});

test.run();
