import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../build/common/command-line.ts';
import { JobFile, UnwrittenFile } from '../../build/report/job-file.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const place = () => {
  const folder = temporaryFolder();
  return { folder, tree: path.join(folder, 'dist'), target: path.join(folder, 'out.ndjson') };
};

test('the former file stays until the new one is complete', () => {
  const { folder, tree, target } = place();
  fs.writeFileSync(target, 'before');
  const file = new JobFile('--changes', target, tree);
  const line = `${'x'.repeat(1000)}\n`;
  for (let i = 0; i < 3000; i++) file.write(line);
  assert.is(fs.readFileSync(target, 'utf8'), 'before');
  file.finish();
  file.close();
  assert.is(fs.readFileSync(target, 'utf8'), line.repeat(3000));
  assert.equal(fs.readdirSync(folder), ['out.ndjson']);
});

test('an unfinished file leaves the former one and nothing else', () => {
  const { folder, tree, target } = place();
  for (const before of [null, 'before']) {
    if (before !== null) fs.writeFileSync(target, before);
    const file = new JobFile('--changes', target, tree);
    file.write('x');
    file.close();
    assert.equal(fs.readdirSync(folder), before === null ? [] : ['out.ndjson']);
  }
  assert.is(fs.readFileSync(target, 'utf8'), 'before');
});

test('a link to the file stays a link', () => {
  const { folder, tree, target } = place();
  const link = path.join(folder, 'link');
  fs.writeFileSync(target, 'before');
  fs.symlinkSync(target, link);
  const file = new JobFile('--summary', link, tree);
  file.write('after');
  file.finish();
  assert.ok(fs.lstatSync(link).isSymbolicLink());
  assert.is(fs.readFileSync(target, 'utf8'), 'after');
});

test('an unwritable file, or one inside the tree, is refused at once', () => {
  const { folder, tree } = place();
  fs.mkdirSync(path.join(tree, 'inner'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'file'), '');
  for (const target of [
    ...['-', '', folder, '/dev/null', path.join(folder, 'no/such/folder'), path.join(folder, 'file/below')],
    ...[path.join(tree, 'changes.ndjson'), path.join(tree, 'inner/changes.ndjson')],
  ]) {
    const open = () => new JobFile('--changes', target, tree);
    assert.throws(
      open,
      (error: Error) => error instanceof UsageError && error.message.startsWith('--changes'),
      target,
    );
  }
  assert.equal(fs.readdirSync(folder).sort(), ['dist', 'file']);
});

test('an error at the end says that the file was not written', () => {
  const { folder, tree, target } = place();
  const file = new JobFile('--changes', target, tree);
  fs.mkdirSync(target);
  file.write('x');
  assert.throws(
    () => file.finish(),
    (error: Error) =>
      error instanceof UnwrittenFile && /^The tree is published, but .*out\.ndjson/.test(error.message),
  );
  file.close();
  assert.equal(fs.readdirSync(folder), ['out.ndjson']);
});

test.run();
