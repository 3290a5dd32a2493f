import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readManifest } from '../../build/files/manifest/read.ts';
import { assertSameTree, buildHere, editable, run } from '../helpers/builds.ts';
import { hindranceOf } from '../helpers/edges/process.ts';
import { codeBlocks, ROOT } from '../helpers/handbook.ts';
import { testWhere } from '../helpers/needs.ts';
import { withoutMinisign } from '../signature/minisign.ts';
import { SIGNER } from '../signature/vectors.ts';

/** What the handbook tells mirrors (build/README.md, Mirrors), done. */

const [rsync = ''] = codeBlocks('build/README.md', '## Mirrors', 'sh');
const [, byHand = ''] = codeBlocks('build/README.md', '### Verification', 'sh');

const PUBLIC_KEY = SIGNER.publicKey;

function shell(script: string, cwd: string): { code: number | null; told: string } {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PUBLIC_KEY },
  });
  return { code: status, told: stdout + stderr };
}

/** The lines of the block, those of npm apart, which need the project around them. */
const passes = (from: string): string[] =>
  rsync
    .replace(/^from=.*$/m, `from=${from}/`)
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('npm '));

testWhere(
  test,
  hindranceOf('rsync', '--version')(),
  'two passes of rsync update a mirror, and after each it is consistent',
  async () => {
    const { corpus, dist } = editable();
    const mirror = path.join(path.dirname(dist), 'mirror');
    fs.mkdirSync(path.join(mirror, 'dist'), { recursive: true });
    const copy = path.join(mirror, 'dist');
    const [from = '', options = '', first = '', second = '', ...rest] = passes(dist);
    assert.equal(rest, []);
    const does = (...lines: string[]) =>
      assert.equal(shell([from, options, ...lines].join('\n'), mirror), { code: 0, told: '' });
    const options2 = { signer: SIGNER, search: true };
    await buildHere(corpus, dist, options2);
    does(first);
    assert.not(fs.existsSync(path.join(copy, 'manifest.json')));
    does(second);
    assert.equal(
      fs.readdirSync(copy).filter(name => ['catalog', 'build.json', '.build'].includes(name)),
      [],
    );

    fs.appendFileSync(
      path.join(corpus, 'usc/title-17/chapter-01/section-106.md'),
      '\nOne more lighthouse.\n',
    );
    fs.rmSync(path.join(corpus, 'usc/title-48'), { recursive: true });
    const before = [];
    for await (const { path: file } of readManifest(dist)) before.push(file);
    await buildHere(corpus, dist, options2);
    does(first);
    for (const file of before) assert.ok(fs.existsSync(path.join(copy, file)), file);
    does(second);
    assert.not(fs.existsSync(path.join(copy, 'bulk/usc/t48.jsonl.gz')));
    const sound = await run('verify', [copy, '--public-key', PUBLIC_KEY]);
    assert.is(sound.code, 0, `${sound.out}${sound.err}`);
    const mirrored = `${dist}-mirrored`;
    execFileSync('cp', ['-a', dist, mirrored]);
    fs.rmSync(path.join(mirrored, 'catalog'), { recursive: true });
    fs.rmSync(path.join(mirrored, 'build.json'));
    fs.utimesSync(mirrored, fs.statSync(dist).atime, fs.statSync(dist).mtime);
    assertSameTree(copy, mirrored);
  },
);

const needed = withoutMinisign ?? hindranceOf('jq', '--version')();

testWhere(test, needed, 'minisign, jq and sha256sum can check a tree, and find a changed byte', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { signer: SIGNER });
  const folder = path.dirname(dist);
  assert.is(shell(byHand, folder).code, 0);
  for (const file of [
    'manifest.json',
    'manifest/usc/t17.ndjson',
    'api/usc/documents/t17/s106.txt',
    'bulk/usc/t17.jsonl.gz',
  ]) {
    const full = path.join(dist, file);
    const bytes = fs.readFileSync(full);
    const changed = Buffer.from(bytes);
    changed[30] = (changed[30] as number) ^ 1;
    fs.writeFileSync(full, changed);
    assert.is.not(shell(byHand, folder).code, 0, file);
    fs.writeFileSync(full, bytes);
  }
});

test('commands of the handbook exist', () => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const text = fs.readFileSync(path.join(ROOT, 'build/README.md'), 'utf8');
  for (const [, command = ''] of text.matchAll(/npm run (?:--silent )?([a-z]+)/g))
    assert.ok(scripts[command], command);
});

test.run();
