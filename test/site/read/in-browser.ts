import DOMPurify from 'dompurify';
import type { ReadDocument } from '../../../build/site/app/read/document.ts';
import { sanitiser } from '../../../build/site/app/read/markdown/sanitise.ts';
import { problemOf } from './page-problem.ts';

/** Functions that tests call in a browser's page, after this is bundled into it. */
export interface ReadingInBrowser {
  /** @returns the problems of each document's page, and the milliseconds to set and to compare it */
  problemsOf(
    documents: { document: ReadDocument; plain: string }[],
  ): Promise<{ problem: string | null; time: number }[]>;
}

const sanitise = sanitiser(document, async () => DOMPurify);

const reading: ReadingInBrowser = {
  async problemsOf(documents) {
    const found = [];
    for (const { document: each, plain } of documents) {
      const root = document.createElement('div');
      document.body.replaceChildren(root);
      const began = performance.now();
      const problem = await problemOf(root, each, plain, sanitise);
      found.push({ problem, time: performance.now() - began });
    }
    return found;
  },
};

Object.assign(globalThis, { reading });
