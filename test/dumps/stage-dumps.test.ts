import fs from 'node:fs';
import path from 'node:path';
import { serialize } from 'node:v8';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentPath } from '../../build/contract/paths.ts';
import { DOCUMENTS_A_PIECE } from '../../build/dumps/dump-pieces.ts';
import { type DumpsInput, stageDumps } from '../../build/dumps/stage-dumps.ts';
import { type DumpTask, type WrittenDump, writeDump } from '../../build/dumps/write-dump.ts';
import type { Entry } from '../../build/files/entry.ts';
import { partOfDump, sourceOfPart } from '../../build/files/manifest/parts.ts';
import { type Dump, type DumpWithPieces, dumpPath, REFERENCES_DUMP } from '../../build/state/dump.ts';
import { entryOf, placedPart } from '../helpers/dumped.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** What a build knows of documents and of what is published, as far as its dumps depend on it. */
class Nights {
  readonly #tree = temporaryFolder();
  /** By part and identifier. */
  readonly #texts = new Map<string, Map<string, string>>();
  #known = new Map<string, DumpWithPieces>();
  #published = new Map<string, Entry[]>();
  #references: Entry[] = [];

  put(part: string, identifier: string, text: string): void {
    const file = path.join(this.#tree, documentPath(sourceOfPart(part), identifier, 'json'));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    this.#texts.set(part, (this.#texts.get(part) ?? new Map()).set(identifier, text));
  }

  /** Gives so many documents references. */
  cite(count: number, text: string): void {
    const file = (i: number): string => `api/usc/documents/t1/s${i}/references.json`;
    this.#references = Array.from({ length: count }, (_, i) => entryOf(file(i), text));
    for (const { path: name } of this.#references) {
      fs.mkdirSync(path.dirname(path.join(this.#tree, name)), { recursive: true });
      fs.writeFileSync(path.join(this.#tree, name), text);
    }
  }

  drop(part: string): void {
    this.#texts.delete(part);
  }

  #entriesOf(part: string): Entry[] {
    const file = (identifier: string) => documentPath(sourceOfPart(part), identifier, 'json');
    return Array.from(this.#texts.get(part) ?? [], ([identifier, text]) => entryOf(file(identifier), text));
  }

  /** @param changed identifiers by part @returns what was told while the dumps were made, and the parts as the state and the tree then list them */
  async night(changed: Readonly<Record<string, readonly string[]>>, isCited = false) {
    const phases: [total: number, work: number | undefined][] = [];
    const done: (number | undefined)[] = [];
    const made = new Map<string, Entry[]>();
    const tasks: { dumped: string; bytes: number }[] = [];
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
        placed: (name: string) =>
          placedPart(name, name === REFERENCES ? this.#references : this.#entriesOf(name)),
      },
      store: {
        dumps: {
          all: (): Dump[] => [...this.#known.values()].map(({ pieces, ...dump }) => dump),
          piecesOf: (part: string) => this.#known.get(part)?.pieces ?? null,
          put: (dump: DumpWithPieces) => this.#known.set(dump.part, dump),
          remove: (part: string) => this.#known.delete(part),
        },
        documentCounts: () => new Map([...texts].sort().map(([part, { size }]) => [part, size])),
      },
      references: { parts: this.#references.length > 0 ? [REFERENCES] : [], isChanged: isCited },
      // As threads get their tasks.
      pool: {
        start: () => {},
        hasThreads: true,
        async run(
          all: AsyncIterable<DumpTask>,
          _: number,
          take: (result: WrittenDump, task: DumpTask) => void,
        ): Promise<void> {
          for await (const task of all) {
            tasks.push({ dumped: task.dumped, bytes: serialize(task).length });
            take(writeDump(task), task);
          }
        },
      },
    };
    await stageDumps(input as unknown as DumpsInput);
    for (const part of [...texts.keys(), REFERENCES_DUMP]) {
      const [from, to] = [input.staging, this.#tree].map(folder => path.join(folder, dumpPath(part)));
      if (!from || !to || !fs.existsSync(from)) continue;
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.renameSync(from, to);
    }
    this.#published = made;
    const listed = [...made.values()].flat().map(({ path: file }) => file);
    return { phases, done, tasks, known: [...this.#known.keys()].sort(), listed };
  }
}

/** The part of the manifest with the references of all documents. */
const REFERENCES = 'usc/references/t1';

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

test('a long dump that is mostly copied comes before a shorter one', async () => {
  const { nights } = await published();
  nights.cite(600, '{"data":{}}');
  await nights.night({}, true);
  nights.put(MANY, '/us/usc/t1/s7', '{"i":"seven"}');
  const { tasks, done } = await nights.night({ [MANY]: ['/us/usc/t1/s7'] }, true);
  assert.equal(
    tasks.map(({ dumped }) => dumped),
    [REFERENCES_DUMP, MANY],
  );
  // Progress counts what is made.
  assert.equal(done, [DOCUMENTS_A_PIECE, DOCUMENTS_A_PIECE]);
});

test('a task has no list of documents, and 32 bytes of each known piece', async () => {
  const { nights } = await published();
  for (let i = COUNT; i < 40 * COUNT; i++) nights.put(MANY, `/us/usc/t1/s${i}`, `{"i":${i}}`);
  const [fresh] = (await nights.night({ [MANY]: ['/us/usc/t1/s48'] })).tasks;
  const [again] = (await nights.night({ [MANY]: ['/us/usc/t1/s48'] })).tasks;
  assert.ok(fresh && again && fresh.dumped === MANY && again.dumped === MANY);
  const pieces = (40 * COUNT) / DOCUMENTS_A_PIECE;
  assert.ok(again.bytes < 1000 + 3 * 32 * pieces, `${again.bytes} bytes`);
  assert.ok(
    fresh.bytes < 5000 && again.bytes > fresh.bytes + 1000,
    `${fresh.bytes} and ${again.bytes} bytes`,
  );
});

test.run();
