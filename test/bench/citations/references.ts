import path from 'node:path';
import { temporaryFolder } from '../../helpers/tree.ts';
import { examined, imported } from '../../import/oracle/corpus.ts';
import { type CorpusFile, corpusFiles } from '../../import/oracle/documents.ts';
import { answersOf } from './answers.ts';

/** References of the official XML, written as citations: each should lead to the target of the XML. */

/** The three usual forms of a citation of a section and its paragraphs. */
const FORMS: readonly ((title: string, section: string) => string)[] = [
  (title, section) => `${title} U.S.C. § ${section}`,
  (title, section) => `section ${section} of title ${title}, United States Code`,
  (title, section) => `${title} USC ${section}`,
];
const FORMS_OF_APPENDICES: typeof FORMS = [
  (title, section) => `${title} U.S.C. App. § ${section}`,
  (title, section) => `${title} U.S.C. App. ${section}`,
  (title, section) => `${title} USC Appendix ${section}`,
];

const spelled = (address: string): string =>
  address
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** Documents by their identifiers and aliases. */
function addressesOf(files: readonly CorpusFile[]): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const { identifier, data, isUnit } of files) {
    if (!isUnit) continue;
    const aliases = Array.isArray(data.aliases) ? (data.aliases as string[]) : [];
    for (const alias of aliases)
      if (!addresses.has(spelled(alias))) addresses.set(spelled(alias), identifier);
  }
  for (const { identifier, isUnit } of files) if (isUnit) addresses.set(spelled(identifier), identifier);
  return addresses;
}

/** @param folder of the official XML of the U.S. Code @returns whether enough references are right */
export async function printReferences(folder: string, shown = 10): Promise<boolean> {
  const corpus = path.join(temporaryFolder(), 'corpus');
  const report = await imported(corpus, folder);
  const targets = examined(report, corpus).flatMap(({ examination }) => examination.targets);
  return printTargets(targets, corpus, shown);
}

export async function printTargets(
  targets: readonly string[],
  corpus: string,
  shown: number,
): Promise<boolean> {
  const files = corpusFiles(corpus, 'usc');
  const titles = new Set(files.map(({ identifier }) => spelled(identifier).split('/').slice(0, 4).join('/')));
  const within = targets.filter(target => titles.has(spelled(target).split('/').slice(0, 4).join('/')));
  const addresses = addressesOf(files);
  const answers = await answersOf(corpus);
  const wrong: string[] = [];
  let [asked, right, reached] = [0, 0, 0];
  try {
    for (const target of within) {
      const [, title = '', letter = '', section = '', rest = ''] =
        /^\/us\/usc\/t(\d+)([a-z]?)\/s([^/]+)(.*)$/i.exec(target) ?? [];
      const document = addresses.get(spelled(`/us/usc/t${title}${letter}/s${section}`));
      if (document === undefined) continue;
      reached++;
      const pinpoint = rest.split('/').slice(1);
      const written = section + pinpoint.map(one => `(${one})`).join('');
      for (const form of letter === '' ? FORMS : FORMS_OF_APPENDICES) {
        const text = form(title, written);
        const found = await answers.of(text);
        const [only] = found;
        asked++;
        const isRight =
          found.length === 1 &&
          only?.identifier === document &&
          only.exists &&
          only.text === text &&
          only.identifier_end === null &&
          only.pinpoint.join() === pinpoint.join();
        if (isRight) right++;
        else
          wrong.push(
            `${text} should be ${document}, is ${only?.identifier} ${only?.pinpoint} ${only?.identifier_end ?? ''}`,
          );
      }
    }
  } finally {
    await answers.close();
  }
  const share = right / asked;
  console.log(
    `\nreferences of the official XML into titles that are there: ${within.length}, ${reached} of them to a document; as citations in three forms ${asked}, right ${right} (${(100 * share).toFixed(3)}%)`,
  );
  for (const line of [...new Set(wrong)].slice(0, shown)) console.log(`  ${line}`);
  return share >= 0.999;
}
