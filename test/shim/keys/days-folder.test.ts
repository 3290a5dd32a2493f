import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dayOf, readDays, writeDays } from '../../../shim/keys/days-folder.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

const write = (folder: string, days: Record<string, string>, now = NOW) =>
  writeDays(folder, new Map(Object.entries(days)), now);
const read = async (folder: string, ...ids: string[]) => Object.fromEntries(await readDays(folder, ids, NOW));

test('a written day is read again for any id', async () => {
  const folder = join(temporaryFolder(), 'usage');
  const ids = ['a', 'A', '../b', 'x'.repeat(1000), 'é'];
  await write(folder, Object.fromEntries(ids.map((id, i) => [id, `2026-02-0${i + 1}`])));
  assert.equal(
    Object.values(await read(folder, ...ids)),
    [1, 2, 3, 4, 5].map(i => `2026-02-0${i}`),
  );
  assert.is(readdirSync(folder).length, ids.length);
  assert.equal(await read(folder, 'other'), {});
});

test('a later day replaces an earlier one, and never the other way round', async () => {
  const folder = temporaryFolder();
  for (const day of ['2026-02-02', '2026-02-03', '2026-02-01']) await write(folder, { a: day });
  assert.equal(await read(folder, 'a'), { a: '2026-02-03' });
});

test('written days leave the map', async () => {
  const days = new Map([['a', '2026-02-01']]);
  await writeDays(temporaryFolder(), days, NOW);
  assert.is(days.size, 0);
});

test('a future day does not count beyond differences of clocks, and one far ahead is replaced', async () => {
  const folder = temporaryFolder();
  const wrong = NOW + 1000 * 86_400_000;
  await write(folder, { a: '2026-03-02', b: '2026-03-03', c: '2026-04-02' }, wrong);
  assert.equal(await read(folder, 'a', 'b', 'c'), { a: '2026-03-02' });
  await write(folder, { a: '2026-03-01', b: '2026-03-01', c: '2026-03-01' });
  const known = await readDays(folder, ['a', 'b', 'c'], wrong);
  assert.equal(Object.fromEntries(known), { a: '2026-03-02', b: '2026-03-03', c: '2026-03-01' });
});

test('a damaged file has no day and is repaired, and other files are left alone', async () => {
  const folder = temporaryFolder();
  await write(folder, { a: '2026-02-01' });
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'README'), 'notes');
  for (const damage of ['', '2026-02', '2026-02-30', 'x'.repeat(100)]) {
    writeFileSync(join(folder, name), damage);
    assert.equal(await read(folder, 'a'), {}, damage);
    await write(folder, { a: '2026-02-01' });
    assert.equal(await read(folder, 'a'), { a: '2026-02-01' }, damage);
  }
  assert.is(readFileSync(join(folder, 'README'), 'utf8'), 'notes');
});

test('without a folder no day is known, and a file in its place is an error', async () => {
  const folder = join(temporaryFolder(), 'usage');
  assert.equal(await read(folder, 'a'), {});
  writeFileSync(folder, '');
  for (const work of [() => read(folder, 'a'), () => write(folder, { a: '2026-02-01' })])
    assert.is(
      await work().then(
        () => 'done',
        ({ code }) => code === 'ENOTDIR' || code === 'EEXIST',
      ),
      true,
    );
});

test('a write of nothing makes no folder', async () => {
  const place = temporaryFolder();
  mkdirSync(join(place, 'other'));
  await write(join(place, 'usage'), {});
  assert.equal(readdirSync(place), ['other']);
});

test('days are those of UTC', () => {
  assert.is(dayOf(Date.parse('2026-03-01T23:59:59-05:00')), '2026-03-02');
});

test.run();
