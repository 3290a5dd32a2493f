import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRoot } from '../../build/archive/archive.ts';
import { IndexFile } from '../../build/archive/index-file.ts';
import { PackReader } from '../../build/archive/packs.ts';
import { verifyArchive } from '../../build/archive/verify.ts';
import { diffOf } from '../../build/diff/diff.ts';
import { MOST_WORK, Work } from '../../build/diff/work.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { type Finished, run } from '../helpers/commands.ts';
import { historiesIn } from '../helpers/histories.ts';
import { officialTest, unpacked } from '../helpers/official-xml.ts';
import { SAMPLE_XML } from '../helpers/sample-import.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { RELEASES } from './oracle/corpus.ts';

/** `npm run import -- … --archive`: former editions on their way into an archive. */

async function imported(...args: string[]): Promise<Finished> {
  const finished = await run('import', args);
  assert.is(finished.code, 0, finished.stderr + finished.stdout);
  return finished;
}

/** By identifier: the text in force on a day. */
function textsOn(archive: string, day: string): Map<string, Buffer> {
  const texts = new Map<string, Buffer>();
  const reader = new PackReader(archive);
  for (const part of readRoot(archive).parts)
    for (const [identifier, runs] of historiesIn(archive, part)) {
      const version = runs.findLast(({ first }) => first.day <= day)?.version;
      if (version) texts.set(identifier, reader.read(version));
    }
  reader.close();
  return texts;
}

/** By identifier: the documents of a corpus. */
function documentsIn(corpus: string): Map<string, Buffer> {
  const files = [...filesUnder(corpus, '')].filter(file => /\.md$/.test(file) && !/(^|\/)_/.test(file));
  return new Map(
    files.map(file => {
      const bytes = fs.readFileSync(path.join(corpus, file));
      return [/^identifier: "?(.*?)"?$/m.exec(bytes.toString())?.[1] ?? file, bytes];
    }),
  );
}

/** The file without the fields that name its edition; a regulation was last changed on the day of its edition. */
function withoutEdition(bytes: Buffer): string {
  const text = bytes.toString();
  const currency = /^currency: "(.*)"$/m.exec(text)?.[1];
  const head = text.slice(0, text.indexOf('\n---\n', 4));
  return (
    head
      .replace(/^(currency|release_point): .*$/gm, '$1')
      .replace(`last_updated: "${currency}"`, 'last_updated') + text.slice(head.length)
  );
}

/** The text in force on the day of an edition is what an import of that edition alone gives. @param corpus of such an import */
function assertAsImported(archive: string, corpus: string, day: string): void {
  const [texts, documents] = [textsOn(archive, day), documentsIn(corpus)];
  assert.ok(documents.size > 0);
  const titles = new Set([...documents.keys()].map(identifier => identifier.split('/')[3]));
  for (const [identifier, bytes] of documents) {
    const text = texts.get(identifier);
    assert.ok(text, `${identifier} on ${day}`);
    assert.is(withoutEdition(text), withoutEdition(bytes), `${identifier} on ${day}`);
  }
  for (const identifier of texts.keys())
    if (titles.has(identifier.split('/')[3]))
      assert.ok(documents.has(identifier), `${identifier} is in force on ${day}`);
}

/** The difference of each two neighboring versions gives both texts, word for word, and is far from the bound of work. */
function assertDifferences(archive: string): void {
  const reader = new PackReader(archive);
  let compared = 0;
  for (const part of readRoot(archive).parts)
    for (const [identifier, runs] of historiesIn(archive, part)) {
      const texts = runs.flatMap(({ version }) => (version ? reader.read(version).toString() : []));
      for (const [i, next] of texts.entries()) {
        const old = texts[i - 1];
        if (old === undefined) continue;
        const work = new Work();
        const { body } = diffOf({ metadata: {}, body: old }, { metadata: {}, body: next }, work);
        assert.ok(work.left > (MOST_WORK * 3) / 4, `${identifier}, version ${i}: ${MOST_WORK - work.left}`);
        const side = (not: string) => body.flatMap(([op, text]) => (op === not ? [] : text)).join('');
        assert.ok(side('+') === old && side('-') === next, `${identifier}, version ${i}`);
        compared += 1;
      }
    }
  reader.close();
  assert.ok(compared > 500, `${compared} differences`);
}

/** Title 14 of the sample as another release point has it. @returns the file */
function title14(point: string, change: (xml: string) => string = xml => xml): string {
  const xml = fs.readFileSync(path.join(SAMPLE_XML, 'usc14.xml'), 'utf8');
  const changed = change(xml.replace('Online@117-80', `Online@${point}`));
  const file = path.join(temporaryFolder(), `usc14@${point}.xml`);
  fs.writeFileSync(file, changed);
  return file;
}

const varnished = (xml: string): string =>
  xml.replaceAll('Painting of bell buoys', 'Varnishing of bell buoys');

/** By identifier: the days from which a text is in force, with its heading; of documents with several texts. */
function changedIn(archive: string): Record<string, string[]> {
  const reader = new PackReader(archive);
  const documents = readRoot(archive).parts.flatMap(part => [...historiesIn(archive, part)]);
  const changed = documents.filter(([, runs]) => runs.length > 1);
  const headings = changed.map(([identifier, runs]): [string, string[]] => [
    identifier,
    runs.map(({ first, version }) => {
      const text = version ? reader.read(version).toString() : '';
      return `${first.day} ${first.edition} ${/^section_name: "(\w+)/m.exec(text)?.[1] ?? 'gone'}`;
    }),
  ]);
  reader.close();
  return Object.fromEntries(headings);
}

const HISTORY = { '/us/usc/t14/s9101': ['2021-12-27 117-80 Painting', '2025-09-05 119-36 Varnishing'] };

test('editions of the sample in any order, and again', async () => {
  const [former, next] = [title14('117-80'), title14('119-36', varnished)];
  for (const runs of [[[former, next]], [[next, former]], [[next], [former], [next]], [[former], [next]]]) {
    const archive = path.join(temporaryFolder(), 'archive');
    for (const files of runs) await imported(...files, '--archive', archive);
    assert.equal(changedIn(archive), HISTORY);
    assert.equal(verifyArchive(archive).problems, []);
  }
});

test('an import into a corpus keeps what was there before', async () => {
  const folder = temporaryFolder();
  const [corpus, archive] = [path.join(folder, 'corpus'), path.join(folder, 'archive')];
  await imported(title14('117-80'), '--out', corpus);
  await imported(title14('119-36', varnished), '--out', corpus, '--archive', archive);
  assert.equal(changedIn(archive), HISTORY);
  const documents = documentsIn(corpus);
  for (const [identifier, bytes] of textsOn(archive, '2025-09-05'))
    assert.is(withoutEdition(bytes), withoutEdition(documents.get(identifier) as Buffer));
});

test('a day that is given wins, and flags that contradict each other are refused', async () => {
  const archive = path.join(temporaryFolder(), 'archive');
  const file = title14('117-80');
  await imported(file, '--archive', archive, '--as-of', '2020-02-29');
  for (const part of readRoot(archive).parts)
    assert.equal(new IndexFile(archive, part).head.editions, [
      { day: '2020-02-29', edition: '2020-02-29', whole: true },
    ]);
  for (const flags of [
    ['--as-of', '2020-02-30', '--archive', archive],
    ['--as-of', '2020-02-29'],
    ['--check', '--archive', archive],
  ])
    assert.is((await run('import', [file, ...flags])).code, 2, flags.join(' '));
});

/** By identifier: `2021-12-27/117-80 to 2024-05-01`, of each text. */
function daysIn(archive: string): Record<string, string[]> {
  const documents = readRoot(archive).parts.flatMap(part => [...historiesIn(archive, part)]);
  const daysOf = (runs: (typeof documents)[number][1]): string[] =>
    runs.map(({ first, last }) => `${first.day}/${first.edition} to ${last.day}`);
  return Object.fromEntries(documents.map(([identifier, runs]) => [identifier, daysOf(runs)]));
}

test('a day that is given is that of the titles that are imported, and of nothing else', async () => {
  const folder = temporaryFolder();
  const [corpus, archive] = [path.join(folder, 'corpus'), path.join(folder, 'archive')];
  const other = path.join(SAMPLE_XML, 'usc28a.xml');
  await imported(title14('117-80'), other, '--out', corpus);
  const given = ['--out', corpus, '--archive', archive, '--as-of'];
  const next = title14('119-36', varnished);
  await imported(next, ...given, '2024-05-01');
  const former = '2021-12-27/117-80 to 2021-12-27';
  const seenAgain = '2021-12-27/117-80 to 2024-05-01';
  assert.equal(daysIn(archive), {
    '/us/usc/t14/s9101': [former, '2024-05-01/2024-05-01 to 2024-05-01'],
    '/us/usc/t14/s9102': [seenAgain],
    '/us/usc/t14/s9103': [seenAgain],
    '/us/usc/t28a/courtRules/Civ/rule901': [former],
    '/us/usc/t28a/courtRules/Civ/rule902': [former],
  });
});

test('of two release points of one day the complete one is in force, in whatever order they come', async () => {
  const [complete, less] = [title14('117-80', varnished), title14('117-80not58')];
  const wanted = ['2021-12-27 117-80not58 Painting', '2021-12-27 117-80 Varnishing'];
  for (const runs of [[[complete, less]], [[complete], [less]], [[less], [complete]]]) {
    const [archive, corpus] = [
      path.join(temporaryFolder(), 'archive'),
      path.join(temporaryFolder(), 'corpus'),
    ];
    for (const files of runs) {
      await imported(...files, '--archive', archive);
      await run('import', [...files, '--out', corpus]);
    }
    assert.equal(changedIn(archive), { '/us/usc/t14/s9101': wanted });
    assert.match(String(documentsIn(corpus).get('/us/usc/t14/s9101')), 'Varnishing');
    assert.equal(verifyArchive(archive).problems, []);
  }
});

test('a release point of which nothing tells the day is refused, and nothing is kept', async () => {
  const [archive, corpus] = [path.join(temporaryFolder(), 'archive'), path.join(temporaryFolder(), 'corpus')];
  await imported(title14('117-80'), '--out', corpus);
  const [before, file] = [documentsIn(corpus), title14('199-1', varnished)];
  for (const into of [[], ['--out', corpus]]) {
    const { code, stderr } = await run('import', [file, ...into, '--archive', archive]);
    assert.is(code, 2, stderr);
    assert.match(stderr, /day to which .*usc14@199-1\.xml is current: say --as-of DATE\./);
    assert.equal(readRoot(archive).parts, []);
    assert.equal(documentsIn(corpus), before);
  }
  // A corpus needs no such day, and tells none: a build or an import with an archive asks for it.
  const other = path.join(temporaryFolder(), 'corpus');
  await imported(file, '--out', other);
  for (const bytes of documentsIn(other).values()) assert.not.match(bytes.toString(), /^currency:/m);
  const next = ['--out', other, '--archive', archive];
  assert.is((await run('import', [path.join(SAMPLE_XML, 'usc28a.xml'), ...next])).code, 2);
  assert.equal(readRoot(archive).parts, []);
  await imported(file, '--archive', archive, '--as-of', '2031-01-02');
  assert.equal(daysIn(archive)['/us/usc/t14/s9101'], ['2031-01-02/2031-01-02 to 2031-01-02']);
});

test('the day that was noted when a file was fetched wins over the table of release points', async () => {
  for (const point of ['117-80', '199-1']) {
    const [archive, file] = [path.join(temporaryFolder(), 'archive'), title14(point)];
    fs.writeFileSync(`${file}.fetched.json`, JSON.stringify({ edition: { day: '2031-03-05' } }));
    await imported(file, '--archive', archive);
    assert.equal(daysIn(archive)['/us/usc/t14/s9101'], [`2031-03-05/${point} to 2031-03-05`]);
  }
});

test('a document without a day is refused, and nothing is kept', async () => {
  const folder = temporaryFolder();
  const [corpus, archive] = [path.join(folder, 'corpus'), path.join(folder, 'archive')];
  await imported(title14('117-80'), '--out', corpus);
  const [section = ''] = [...filesUnder(corpus, '')].filter(file => /section-/.test(file));
  const text = fs.readFileSync(path.join(corpus, section), 'utf8');
  fs.writeFileSync(path.join(corpus, section), text.replace(/^(currency|release_point): .*\n/gm, ''));
  const { code, stderr } = await run('import', [title14('119-36'), '--out', corpus, '--archive', archive]);
  assert.is(code, 2, stderr);
  assert.match(stderr, /Nothing tells the day to which .* is current: say --as-of DATE\./);
  assert.equal(readRoot(archive).parts, []);
});

officialTest(
  test,
  'editions',
  'the text of each day is that of its edition, in whatever order they come',
  async folder => {
    const usc = path.join(folder, 'editions/usc');
    const points = fs.readdirSync(usc).sort();
    const filesOf = (point: string): string[] =>
      fs.readdirSync(path.join(usc, point)).map(file => path.join(usc, point, file));
    const [archive, other] = [path.join(temporaryFolder(), 'archive'), path.join(temporaryFolder(), 'other')];
    const { stdout } = await imported(usc, '--archive', archive);
    assert.match(stdout, /^archive {4}\d+ versions of \d+ documents, /m);
    assert.equal(
      fs
        .readdirSync(archive)
        .filter(name => name !== '.lock')
        .sort(),
      ['archive.json', 'index', 'packs'],
    );
    const { problems, bytes, unpacked, versions } = verifyArchive(archive);
    assert.equal(problems, []);
    assert.ok(bytes < 0.4 * unpacked, `${bytes} of ${unpacked} bytes`);
    // One release point after the other, the newest first, each into a corpus of its own, too; and one of them twice.
    for (const point of points.toReversed()) {
      const corpus = path.join(temporaryFolder(), 'corpus');
      await imported(...filesOf(point), '--out', corpus, '--archive', other);
      assertAsImported(archive, corpus, RELEASES[point] as string);
    }
    await imported(...filesOf(points[1] as string), '--archive', other);
    assertDifferences(archive);
    const histories = (of: string) =>
      readRoot(of).parts.map(part => [
        part.name,
        Array.from(historiesIn(of, part), ([identifier, runs]) => [
          identifier,
          runs.map(({ first, last, version }) => [first, last, version?.text, version?.sha256]),
        ]),
      ]);
    assert.equal(histories(other), histories(archive));
    assert.is(verifyArchive(other).versions, versions);
  },
);

officialTest(test, 'editions', 'regulations on two days', async folder => {
  const archive = path.join(temporaryFolder(), 'archive');
  const filesOf = (title: string): string[] => [
    path.join(folder, `ecfr-bulk/2022-12/title-${title}.xml`),
    path.join(unpacked('official-xml'), `ecfr/ECFR-title${title}.xml`),
  ];
  await imported(...['1', '2', '4'].flatMap(filesOf), '--archive', archive);
  for (const part of readRoot(archive).parts) {
    const days = new IndexFile(archive, part).head.editions.map(({ day }) => day);
    assert.is(days.length, 2, part.name);
    const files = filesOf(part.name.replace('ecfr/t', ''));
    for (const [i, day] of days.entries()) {
      const corpus = path.join(temporaryFolder(), 'corpus');
      await imported(files[i] as string, '--out', corpus);
      assertAsImported(archive, corpus, day);
    }
  }
  assert.equal(verifyArchive(archive).problems, []);
});

officialTest(
  test,
  'official-xml',
  'an issue that is there twice: the text entered last is in force',
  async folder => {
    const [current, updated] = ['current', 'updated'].map(name =>
      path.join(folder, `fr/pair/FR-2024-02-12.${name}.xml`),
    ) as [string, string];
    for (const files of [
      [current, updated],
      [updated, current],
    ]) {
      const [archive, corpus] = [
        path.join(temporaryFolder(), 'archive'),
        path.join(temporaryFolder(), 'corpus'),
      ];
      for (const file of files) await imported(file, '--archive', archive);
      await imported(files[1] as string, '--out', corpus);
      const texts = textsOn(archive, '2024-02-12');
      for (const [identifier, bytes] of documentsIn(corpus))
        assert.is(String(texts.get(identifier)), String(bytes), identifier);
      const runs = readRoot(archive).parts.flatMap(part => [...historiesIn(archive, part).values()]);
      assert.ok(runs.some(({ length }) => length === 2));
      assert.ok(runs.flat().every(({ first }) => first.day === '2024-02-12'));
      // Entered again, a text adds nothing, and stays where it is.
      await imported(files[0] as string, '--archive', archive);
      assert.equal(textsOn(archive, '2024-02-12'), texts);
    }
  },
);

test.run();
