import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { VersionItem } from '../../build/contract/version.ts';
import { Random } from '../helpers/random.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { type Client, connect } from './client.ts';
import { measuredBuild, seconds } from './measured.ts';
import { changeCorpus } from './nights/changes.ts';
import { dayOf } from './nights/days.ts';
import { median, openServer } from './rates.ts';

const NIGHTS = 20;
const CHANGES = 100;
const SEED = 2026;
const FLAGS = ['--no-search', '--no-bulk', '--no-site', '--pages', 'front'];
const REQUESTS = 4000;

/** What was published of a document on a day: the digest of its Markdown; null where it was gone. */
interface Published {
  /** `usc/documents/t17/s106` */
  document: string;
  day: string;
  digest: string | null;
}

/**
 * Nights over the real corpora with an archive: after each, every text that was ever published is read as of its day, and in the end a cold
 * build from corpus and archive is compared. Then the text of a day is asked for beside the document of today.
 * @param args the number of nights
 */
export async function run([nights = String(NIGHTS)]: string[]): Promise<number> {
  const originals = realCorpora();
  if (originals === null) return 0;
  const folder = temporaryFolder();
  const [corpus, tree, archive] = ['corpus', 'dist', 'archive'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  fs.cpSync(originals, corpus, { recursive: true });
  const build = (night: number, out = tree, from = archive) =>
    measuredBuild(corpus, out, ...FLAGS, '--archive', from, '--as-of', dayOf(night));
  console.log(`night 0, cold: ${seconds(await build(0))}`);
  const random = new Random(SEED);
  const published: Published[] = [];
  let texts = textsOf(tree);
  let faults = 0;
  for (let night = 1; night <= Number(nights); night++) {
    changeCorpus(corpus, CHANGES, night, random);
    const built = await build(night);
    const now = textsOf(tree, texts);
    published.push(...changesBetween(texts, now, night));
    const wrong = published.filter(each => !isReadAsThen(tree, each));
    for (const { document, day } of wrong.slice(0, 5)) console.log(`  ${document} of ${day} is another text`);
    faults += wrong.length;
    console.log(`night ${night}: ${seconds(built)}, ${published.length} texts read, ${wrong.length} wrong`);
    texts = now;
  }
  const [cold, copy] = [`${tree}-cold`, `${archive}-copy`];
  fs.cpSync(archive, copy, { recursive: true });
  await build(Number(nights), cold, copy);
  const isSame = manifestOf(cold) === manifestOf(tree);
  console.log(`a cold build from corpus and archive gives ${isSame ? 'the same' : 'ANOTHER'} tree`);
  await compareTimes(tree, published);
  return faults === 0 && isSame ? 0 : 1;
}

const manifestOf = (tree: string): string => fs.readFileSync(path.join(tree, 'manifest.json'), 'utf8');

interface Text {
  version: string;
  digest: string;
}

/** The texts of today by document. @param known of an earlier state of the tree: files that are the same are not read again */
function textsOf(tree: string, known: ReadonlyMap<string, Text> = new Map()): Map<string, Text> {
  const api = path.join(tree, 'api');
  const texts = new Map<string, Text>();
  for (const file of fs.readdirSync(api, { recursive: true, encoding: 'utf8' })) {
    if (!/^[a-z]+\/documents\/.*\.md$/.test(file) || /\/versions\//.test(file)) continue;
    const document = file.slice(0, -'.md'.length);
    const stat = fs.statSync(path.join(api, file));
    const version = `${stat.size} ${stat.mtimeMs}`;
    const last = known.get(document);
    const isKnown = last?.version === version;
    texts.set(document, isKnown ? last : { version, digest: digestOf(path.join(api, file)) });
  }
  return texts;
}

const digestOf = (file: string): string => hash('sha256', fs.readFileSync(file));

function changesBetween(
  before: ReadonlyMap<string, Text>,
  after: ReadonlyMap<string, Text>,
  night: number,
): Published[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(document => {
    const [was, is] = [before.get(document)?.digest ?? null, after.get(document)?.digest ?? null];
    // Documents of issues keep their own day, on which former texts are told apart by numbers.
    if (was === is || document.startsWith('fr/')) return [];
    return [
      { document, day: dayOf(night - 1), digest: was },
      { document, day: dayOf(night), digest: is },
    ];
  });
}

/** Reads the tree as a host of files has it. */
function isReadAsThen(tree: string, { document, day, digest }: Published): boolean {
  const file = path.join(tree, `api/${document}`);
  const list = `${file}/versions.json`;
  const items = fs.existsSync(list) ? (JSON.parse(fs.readFileSync(list, 'utf8')).data as VersionItem[]) : [];
  const item = items.find(({ from, to }) => from <= day && (to === null || day < to));
  if (!item) return digest === null;
  const name = /\?on=(.*)$/.exec(item.url)?.[1];
  return digestOf(name === undefined ? `${file}.md` : `${file}/versions/${name}.md`) === digest;
}

/** Asks the shim for texts of days, and by turns for the same documents of today. */
async function compareTimes(tree: string, published: readonly Published[]): Promise<void> {
  const random = new Random(SEED);
  const there = published.filter(
    ({ document, digest }) => digest !== null && fs.existsSync(path.join(tree, `api/${document}.json`)),
  );
  const server = await openServer(tree);
  const client = await connect(server.port, server.headers['x-api-key'] ?? '');
  const times: Record<'today' | 'day', number[]> = { today: [], day: [] };
  try {
    for (let i = 0; i < REQUESTS; i++) {
      const { document, day } = random.pick(there);
      const [source = '', , ...name] = document.split('/');
      const url = `/api/${source}/documents/${encodeURIComponent(name.join('/'))}`;
      times.today.push(await timeOf(client, url));
      times.day.push(await timeOf(client, `${url}?on=${day}`));
    }
  } finally {
    client.close();
    server.close();
  }
  const [today, day] = [times.today, times.day].map(all => all.toSorted((a, b) => a - b)) as [
    number[],
    number[],
  ];
  const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  console.log(
    `a document of today: p50 ${median(today).toFixed(2)} ms, p99 ${p99(today).toFixed(2)} ms; of a day: p50 ${median(day).toFixed(2)} ms, p99 ${p99(day).toFixed(2)} ms`,
  );
}

async function timeOf(client: Client, url: string): Promise<number> {
  const began = performance.now();
  await client.get(url);
  return performance.now() - began;
}
