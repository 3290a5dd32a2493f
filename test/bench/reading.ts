import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { plainText } from '../../build/text/plain.ts';
import { launchChromium } from '../helpers/browser/chromium.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import type { ReadingInBrowser } from '../site/read/in-browser.ts';
import { realReadDocuments } from '../site/read/real-documents.ts';

const IN_BROWSER = fileURLToPath(new URL('../site/read/in-browser.ts', import.meta.url));
const BATCH = 50;
const SLOWEST = 5;

/**
 * `npm run bench -- reading [STEP]`: sets every real document (or every STEPth) as the reading view does, in Chromium, and says which
 * pages lack a word of the plain text, show markup, or have a footnote that leads nowhere. Beside the time that they take
 * stands that of the plain text.
 */
export async function run([step = '1']: readonly string[]): Promise<number> {
  const corpora = realCorpora();
  if (corpora === null) return 1;
  const browser = await launchChromium();
  const sum = { documents: 0, bytes: 0, problems: 0, texts: 0, pages: 0 };
  const times: [identifier: string, time: number][] = [];
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await script() });
    let batch: Parameters<ReadingInBrowser['problemsOf']>[0] = [];
    const set = async () => {
      const found = await page.evaluate(
        documents => (globalThis as unknown as { reading: ReadingInBrowser }).reading.problemsOf(documents),
        batch,
      );
      found.forEach(({ problem, time }, i) => {
        const { identifier } = batch[i]!.document;
        times.push([identifier, time]);
        sum.pages += time;
        if (problem === null) return;
        sum.problems++;
        console.log(`${identifier}: ${problem}`);
      });
      batch = [];
    };
    for (const { id, identifier, source, metadata, body } of realReadDocuments(corpora, Number(step))) {
      const began = performance.now();
      const plain = plainText(body);
      sum.texts += performance.now() - began;
      sum.documents++;
      sum.bytes += body.length;
      batch.push({ document: { id, identifier, source, metadata, body }, plain });
      if (batch.length === BATCH) await set();
    }
    await set();
  } finally {
    await browser.close();
  }
  const { documents, bytes, problems, texts, pages } = sum;
  console.log(`${documents} documents, ${(bytes / 1e6).toFixed(1)} MB, ${problems} with a problem`);
  console.log(`set in ${(pages / 1e3).toFixed(1)} s; their plain text takes ${(texts / 1e3).toFixed(1)} s`);
  for (const [identifier, time] of times.sort(([, a], [, b]) => b - a).slice(0, SLOWEST)) {
    console.log(`${time.toFixed(0).padStart(6)} ms  ${identifier}`);
  }
  return problems === 0 ? 0 : 1;
}

async function script(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [IN_BROWSER],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
