import fs from 'node:fs';
import path from 'node:path';
import { SAMPLE_CORPUS } from '../../helpers/tree.ts';
import { ProjectCopy } from '../project-copy.ts';
import { FILES } from './corpus.ts';

const CONTRACT_TABLE = 'build/contract/sources.ts';
const CORPUS_TABLE = 'build/corpus/sources.ts';

/** A copy of the project where sources can be added as an engineer adds them: to its two tables. */
export class Project extends ProjectCopy {
  constructor() {
    super(['test/e2e/new-source']);
  }

  addToContract(): void {
    this.#add(CONTRACT_TABLE, 'contract.ts');
  }

  addToBuild(): void {
    this.#add(CORPUS_TABLE, 'corpus.ts');
  }

  /** The sample corpus and the documents of the new sources. */
  makeCorpus(): string {
    const corpus = path.join(this.root, 'corpus');
    fs.cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
    for (const [file, text] of Object.entries(FILES)) this.write(`corpus/${file}`, text);
    return corpus;
  }

  #add(table: string, module: string): void {
    this.replace(table, '{ usc, ecfr, fr }', '{ usc, ecfr, fr, sho, hnl, plaw }');
    const text = fs.readFileSync(path.join(this.root, table), 'utf8');
    this.write(table, `import { hnl, plaw, sho } from '../../test/e2e/new-source/${module}';\n${text}`);
  }
}
