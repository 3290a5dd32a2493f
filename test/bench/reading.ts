import { plainText } from '../../build/text/plain.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { problemOf, realReadDocuments } from '../site/read/real-pages.ts';

/**
 * `npm run bench -- reading [STEP]`: sets every real document (or every STEPth) as the reading view does, and says which pages lack a
 * word of the plain text, show markup, or have a footnote that leads nowhere. Beside it the time that the plain text takes.
 */
export async function run([step = '1']: readonly string[]): Promise<number> {
  const corpora = realCorpora();
  if (corpora === null) return 1;
  const times = { pages: 0, texts: 0 };
  let documents = 0;
  let bytes = 0;
  let problems = 0;
  for (const document of realReadDocuments(corpora, Number(step))) {
    documents++;
    bytes += document.body.length;
    times.texts += await timed(() => plainText(document.body));
    times.pages += await timed(async () => {
      const problem = await problemOf(document);
      if (problem === null) return;
      problems++;
      console.log(`${document.identifier}: ${problem}`);
    });
  }
  console.log(`${documents} documents, ${(bytes / 1e6).toFixed(1)} MB, ${problems} with a problem`);
  console.log(`set and compared in ${(times.pages / 1e3).toFixed(1)} s; their plain text takes ${(times.texts / 1e3).toFixed(1)} s`);
  return problems === 0 ? 0 : 1;
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
