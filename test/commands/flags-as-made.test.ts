import { execFileSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commandAsMade, type Made } from '../../build/commands/flags-as-made.ts';

/** Commands that build a tree again, as a shell reads them. */

const PLAIN: Made = {
  ...{ corpus: '/law', keepGoing: false, search: true, pages: 'all', bulk: true, site: { url: null } },
};

const argsOf = (command: string): string[] => {
  assert.match(command, /^npm run build -- /);
  const script = `set -- ${command.slice('npm run build -- '.length)}; printf '%s\\n' "$@"`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
};

test('what is as by default needs no flag', () => {
  assert.is(commandAsMade('dist', PLAIN, true, []), 'npm run build -- --corpus /law --out dist');
});

test('every choice of a build is a flag, and a shell reads each word as it was', () => {
  const made: Made = {
    ...{ corpus: "/my law/it's $(here)", keepGoing: true, search: false, pages: 'front', bulk: false },
    ...{ site: null, archive: { folder: '/a b', digest: '' }, versions: 'archive', keep: '2024-01-01' },
  };
  const args = argsOf(commandAsMade('my dist', made, false, ['--max-removed', '100%']));
  assert.equal(args, [
    ...['--corpus', "/my law/it's $(here)", '--out', 'my dist', '--keep-going', '--pages', 'front'],
    ...['--no-bulk', '--no-search', '--no-site', '--archive', '/a b', '--versions', 'archive'],
    ...['--archive-keep', '2024-01-01', '--max-removed', '100%'],
  ]);
});

test('the address of a site is told, and a day where one has to be said or was', () => {
  const made: Made = {
    ...PLAIN,
    site: { url: 'https://law.example.org/' },
    archive: { folder: '/a', digest: '' },
  };
  const ends = (needsDay: boolean, asOf: string | null): string =>
    commandAsMade('dist', { ...made, asOf }, needsDay, []).replace(/^.* --out dist /, '');
  const told = '--site-url https://law.example.org/ --archive /a';
  assert.is(ends(false, null), told);
  assert.is(ends(true, null), `${told} --as-of DATE`);
  assert.is(ends(false, '2024-01-01'), `${told} --as-of DATE`);
});

test.run();
