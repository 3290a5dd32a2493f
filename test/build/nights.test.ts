import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { changeCorpus } from '../bench/nights/changes.ts';
import { assertSameTree, buildHere } from '../helpers/builds.ts';
import { corpusFiles } from '../helpers/corpus-files.ts';
import { Random } from '../helpers/random.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const NIGHTS = 5;
const CHANGES = 20;

/** Spells the agency of some documents in another way, so that another spelling may become the usual one. */
function respell(corpus: string, random: Random): void {
  const files = corpusFiles(corpus).filter(({ source }) => source === 'fr');
  for (let i = 0; i < 4; i++) {
    const file = path.join(corpus, random.pick(files).path);
    const text = fs.readFileSync(file, 'utf8');
    const spelled = (name: string): string => (random.chance(0.5) ? name.toUpperCase() : name.toLowerCase());
    fs.writeFileSync(
      file,
      text.replace(/^agency: "(.*)"$/m, (_, name) => `agency: "${spelled(name)}"`),
    );
  }
}

/** Gives a document another month, and with it another part of the manifest. */
function redate(corpus: string, night: number, random: Random): void {
  const { path: file } = random.pick(corpusFiles(corpus).filter(({ source }) => source === 'fr'));
  const text = fs.readFileSync(path.join(corpus, file), 'utf8');
  const dated = text.replace(/^publication_date: .*$/m, `publication_date: "2011-0${night}-01"`);
  assert.is.not(dated, text);
  fs.writeFileSync(path.join(corpus, file), dated);
}

/** Two documents of one identifier, or the end of that. */
function collide(corpus: string, night: number): void {
  const double = path.join(corpus, 'usc/title-00/section-1.md');
  if (night % 2 === 0) {
    fs.rmSync(path.dirname(double), { recursive: true });
    return;
  }
  const [first] = corpusFiles(corpus).filter(({ source }) => source === 'usc');
  fs.mkdirSync(path.dirname(double), { recursive: true });
  fs.copyFileSync(path.join(corpus, first?.path ?? ''), double);
}

test("after many nightly builds the tree equals a cold build's", async () => {
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  writeCorpus(corpus, { documents: 160, seed: 15 });
  const random = new Random(15);
  const options = { keepGoing: true, now: () => Date.now() + 60_000 };
  const tree = path.join(folder, 'dist');
  await buildHere(corpus, tree, options);
  for (let night = 1; night <= NIGHTS; night++) {
    const pages = night === 3 || night === 4 ? 'front' : 'all';
    changeCorpus(corpus, CHANGES, night, random);
    respell(corpus, random);
    redate(corpus, night, random);
    collide(corpus, night);
    if (night === 5) fs.rmSync(path.join(corpus, 'usc/title-01'), { recursive: true, force: true });
    const { rendered, notices } = await buildHere(corpus, tree, { ...options, pages });
    assert.ok(rendered < 60, `${rendered} of night ${night}`);
    assert.equal(notices, []);
    const cold = path.join(folder, `cold-${night}`);
    await buildHere(corpus, cold, { ...options, pages });
    assertSameTree(tree, cold, `night ${night}`);
  }
});

test.run();
