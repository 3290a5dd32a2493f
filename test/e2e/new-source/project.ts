import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { SAMPLE_CORPUS, temporaryFolder } from '../../helpers/tree.ts';
import { FILES } from './corpus.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONTRACT_TABLE = 'build/contract/sources.ts';
const CORPUS_TABLE = 'build/corpus/sources.ts';

/** A copy of the project in a folder of its own, where sources can be added as an engineer adds them: to its two tables. */
export class Project {
  readonly root = temporaryFolder();

  constructor() {
    for (const name of ['build', 'shim', 'test/e2e/new-source', 'package.json', 'package-lock.json'])
      fs.cpSync(path.join(ROOT, name), path.join(this.root, name), { recursive: true });
    const config = JSON.parse(fs.readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8'));
    this.#write('tsconfig.json', JSON.stringify({ ...config, include: ['build', 'shim'] }));
    // Apart from the project's own folder: what is kept there is the project's.
    const modules = path.join(this.root, 'node_modules');
    fs.mkdirSync(modules);
    for (const name of fs.readdirSync(path.join(ROOT, 'node_modules'))) {
      if (name !== '.cache') fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
    }
  }

  addToContract(): void {
    this.#add(CONTRACT_TABLE, 'contract.ts');
  }

  addToBuild(): void {
    this.#add(CORPUS_TABLE, 'corpus.ts');
  }

  /** @returns what the compiler says: nothing where all is well */
  typeCheck(): string {
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', this.root, '--pretty', 'false'], {
      cwd: this.root,
      encoding: 'utf8',
    });
    return stdout + stderr;
  }

  /** The sample corpus and the documents of the new sources. */
  makeCorpus(): string {
    const corpus = path.join(this.root, 'corpus');
    fs.cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
    for (const [file, text] of Object.entries(FILES)) this.#write(`corpus/${file}`, text);
    return corpus;
  }

  #add(table: string, module: string): void {
    const text = fs.readFileSync(path.join(this.root, table), 'utf8');
    const entries = '{ usc, ecfr, fr }';
    assert.is(text.split(entries).length, 2, `${table} has one list of entries`);
    const added = text.replace(entries, '{ usc, ecfr, fr, sho, hnl, plaw }');
    this.#write(table, `import { hnl, plaw, sho } from '../../test/e2e/new-source/${module}';\n${added}`);
  }

  #write(file: string, text: string): void {
    const target = path.join(this.root, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }
}
