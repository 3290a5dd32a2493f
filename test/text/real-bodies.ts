import { readFileSync } from 'node:fs';
import { realDocuments } from '../helpers/real-corpora.ts';

/** Path and Markdown body of every `step`th real document. */
export function* realBodies(corpora: string, step = 1): Generator<readonly [string, string]> {
  const paths = realDocuments(corpora);
  for (let at = 0; at < paths.length; at += step) {
    const content = readFileSync(paths[at]!, 'utf8');
    yield [paths[at]!, content.slice(content.indexOf('\n---\n', 3) + 5)];
  }
}
