import type { Code, Root, RootContent } from 'mdast';
import { type Run, runsOf } from './examples.ts';
import { captionOf, isLanguage } from './languages.ts';

/** Makes figures with captions of code blocks; blocks of one example share a figure. A plugin of remark. */
export const codeFigures =
  () =>
  (tree: Root): void => {
    tree.children = runsOf(tree.children).map(figures);
  };

function figures(run: Run): RootContent {
  if (!('code' in run)) return run.other;
  const languages = run.code.filter(({ lang }) => lang && isLanguage(lang)).length;
  const kind = languages > 1 ? ['example', 'example-choice'] : ['example'];
  return element('div', { className: kind }, run.code.map(figure));
}

const figure = (code: Code): RootContent => {
  const language = code.lang ?? 'text';
  const caption = element('figcaption', {}, [{ type: 'text', value: captionOf(language) }]);
  return element('figure', { className: ['code'], 'data-language': language }, [caption, code]);
};

/** A node unknown to remark, of which rehype makes the element. */
const element = (tag: string, properties: Record<string, unknown>, children: object[]): RootContent =>
  ({ type: 'element', data: { hName: tag, hProperties: properties }, children }) as unknown as RootContent;
