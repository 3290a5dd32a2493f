import type { RootContent } from 'mdast';
import { runsOf } from '../../../build/site/docs/examples.ts';
import { isLanguage, type Language, OUTPUT } from '../../../build/site/docs/languages.ts';

/** One thing to do, in one language or several, and what each of them prints. */
interface Example {
  code: ReadonlyMap<Language, string>;
  /** Null where the page does not show it. */
  output: string | null;
}

/** The examples of a chapter that are run: those with a block in one of the languages. @throws where one has a language twice */
export function examplesOf(nodes: readonly RootContent[]): Example[] {
  return runsOf(nodes).flatMap(run => {
    if (!('code' in run)) return [];
    const code = new Map<Language, string>();
    let output: string | null = null;
    for (const { lang, value, position } of run.code) {
      if (lang === OUTPUT) output = value;
      if (!lang || !isLanguage(lang)) continue;
      if (code.has(lang))
        throw new Error(`line ${position?.start.line}: two blocks of ${lang} in one example`);
      code.set(lang, value);
    }
    return code.size > 0 ? [{ code, output }] : [];
  });
}
