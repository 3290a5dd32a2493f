import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentPath } from '../../build/contract/paths.ts';
import { DOCUMENTS_A_PIECE } from '../../build/dumps/dump-pieces.ts';
import { type DumpsInput, stageDumps } from '../../build/dumps/stage-dumps.ts';
import type { Entry } from '../../build/files/entry.ts';
import { partOfDump, sourceOfPart } from '../../build/files/manifest/parts.ts';
import { type Dump, dumpPath } from '../../build/state/dump.ts';
import { WorkerPool } from '../../build/threads/pool.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** What a build knows of documents and of what is published, as far as its dumps depend on it. */
class Nights {
  readonly #tree = temporaryFolder();
  /** By part and identifier. */
  readonly #texts = new Map<string, Map<string, string>>();
  #known = new Map<string, Dump>();
  #published = new Map<string, Entry[]>();

  put(part: string, identifier: string, text: string): void {
    const file = path.join(this.#tree, documentPath(sourceOfPart(part), identifier, 'json'));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    this.#texts.set(part, (this.#texts.get(part) ?? new Map()).set(identifier, text));
  }

  drop(part: string): void {
    this.#texts.delete(part);
  }

  /** @param changed identifiers by part @returns what was told while the dumps were made, and the parts as the state and the tree then list them */
  async night(changed: Readonly<Record<string, readonly string[]>>) {
    const phases: [total: number, work: number | undefined][] = [];
    const done: (number | undefined)[] = [];
    const made = new Map<string, Entry[]>();
    const texts = this.#texts;
    const input = {
      tree: this.#tree,
      staging: temporaryFolder(),
      ledger: { parts: new Map(Object.entries(changed).map(([part, names]) => [part, new Set(names)])) },
      progress: {
        start: (_: string, total: number, work?: number) => phases.push([total, work]),
        advance: (_: number, work?: number) => done.push(work),
      },
      treeParts: {
        published: {
          partOf: (name: string) => this.#published.get(name) ?? null,
          entries: (name: string) => this.#published.get(name) ?? [],
        },
        make: (name: string, _: string, entries: Entry[]) => made.set(name, entries),
      },
      store: {
        dumps: () => [...this.#known.values()],
        documentCounts: () => new Map([...texts].sort().map(([part, { size }]) => [part, size])),
        *jsonInPart(part: string) {
          for (const [identifier, text] of texts.get(part) ?? [])
            yield { identifier, date: '2026-01-01', sha256: hash('sha256', text) };
        },
        putDump: (dump: Dump) => this.#known.set(dump.part, dump),
        removeDump: (part: string) => this.#known.delete(part),
      },
      references: { parts: [], isChanged: false },
      pool: new WorkerPool(new URL('about:blank')),
    };
    await stageDumps(input as unknown as DumpsInput);
    for (const part of texts.keys()) {
      const [from, to] = [input.staging, this.#tree].map(folder => path.join(folder, dumpPath(part)));
      if (!from || !to || !fs.existsSync(from)) continue;
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.renameSync(from, to);
    }
    this.#published = made;
    const listed = [...made.values()].flat().map(({ path: file }) => file);
    return { phases, done, known: [...this.#known.keys()].sort(), listed };
  }
}

const [MANY, FEW, OTHER] = ['usc/t1', 'usc/t17', 'fr/2018'];
const COUNT = 3 * DOCUMENTS_A_PIECE;

/** Parts with 48, 2 and 1 documents, published. */
async function published(): Promise<{ nights: Nights; first: Awaited<ReturnType<Nights['night']>> }> {
  const nights = new Nights();
  for (let i = 0; i < COUNT; i++) nights.put(MANY, `/us/usc/t1/s${i}`, `{"i":${i}}`);
  for (let i = 0; i < 2; i++) nights.put(FEW, `/us/usc/t17/s${i}`, `{"i":${i}}`);
  nights.put(OTHER, '/us/fr/2018-1', '{}');
  return { nights, first: await nights.night({}) };
}

test('missing dumps are made, longest first, and listed in their parts', async () => {
  const { first } = await published();
  assert.equal(first.phases, [[3, COUNT + 3]]);
  assert.equal(first.done, [COUNT, 2, 1]);
  assert.equal(first.known, [OTHER, MANY, FEW].sort());
  // Those of a source together, and what names them all at the end.
  assert.equal(first.listed, [...[OTHER, MANY, FEW].map(dumpPath), 'bulk/index.json', 'api/bulk.json']);
});

test('a changed document renews its dump, and progress counts its documents', async () => {
  const { nights, first } = await published();
  const same = await nights.night({});
  assert.equal([same.phases, same.done], [[], []]);
  assert.equal(same.listed, first.listed);
  nights.put(MANY, '/us/usc/t1/s7', '{"i":"seven"}');
  nights.put(FEW, '/us/usc/t17/s1', '{"i":"one"}');
  const changed = await nights.night({ [MANY]: ['/us/usc/t1/s7'], [FEW]: ['/us/usc/t17/s1'] });
  assert.equal(changed.phases, [[2, DOCUMENTS_A_PIECE + 2]]);
  assert.equal(changed.done, [DOCUMENTS_A_PIECE, 2]);
  assert.equal(changed.listed, first.listed);
});

test('a part without documents has no dump', async () => {
  const { nights } = await published();
  nights.drop(FEW);
  const { phases, known, listed } = await nights.night({ [FEW]: ['/us/usc/t17/s0', '/us/usc/t17/s1'] });
  assert.equal(phases, []);
  assert.equal(known, [OTHER, MANY].sort());
  assert.not.ok(listed.includes(dumpPath(FEW)));
  assert.ok(listed.includes(dumpPath(MANY)) && partOfDump(MANY) === partOfDump(FEW));
});

test.run();
