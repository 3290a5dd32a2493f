import DOMPurify from 'dompurify';
import { JSDOM } from 'jsdom';
import { purified, type Sanitiser, sanitiser } from '../../../build/site/app/read/markdown/sanitise.ts';
import { setText } from '../../../build/site/app/read/set-text.ts';
import type { Entry } from '../../../build/site/app/read/typeset/contents.ts';
import type { Setting } from '../../../build/site/app/read/typeset/typesetter.ts';

/** A page without a browser: the parts of the reading view that turn a document's text into elements. */

const { window } = new JSDOM('<!doctype html><main></main>', {
  url: 'https://law.example/usc/title-17/section-1',
});

const purify = DOMPurify(window);

export const sanitise: Sanitiser = sanitiser(window.document, async () => purify);

/** The second wall alone. */
export const purifiedAlone = (html: string): DocumentFragment => purified(purify, html);

export const SETTING: Setting = {
  heading: '§ 1. Lanterns',
  isSection: true,
  home: { source: 'usc', title: '17' },
  fragmentHref: id => `/here#${id}`,
  documentHref: identifier => (identifier.startsWith('/us/') ? `/documents${identifier}` : null),
  searchHref: query => `/search?q=${query}`,
};

/** An element in an otherwise empty page. */
export function emptyRoot(): HTMLElement {
  const root: HTMLElement = window.document.createElement('div');
  window.document.body.replaceChildren(root);
  return root;
}

export interface Page {
  root: HTMLElement;
  contents: readonly Entry[];
  /** Share of the document that was set after each piece. */
  progress: number[];
}

/** Sets a document's body. */
export async function pageOf(body: string, setting: Partial<Setting> = {}): Promise<Page> {
  const root = emptyRoot();
  const page: Page = { root, contents: [], progress: [] };
  await setText(
    root,
    body,
    { ...SETTING, ...setting },
    {
      sanitise,
      pause: async () => {},
      signal: new AbortController().signal,
      onProgress(done, contents) {
        page.progress.push(done);
        page.contents = [...contents];
      },
    },
  );
  return page;
}

/** Elements as `name#id.class "words"`, for those that a selector finds. */
export const outline = (root: Element, selector: string): string[] =>
  Array.from(root.querySelectorAll(selector), element => {
    const id = element.id === '' ? '' : `#${element.id}`;
    const name = element.className === '' ? '' : `.${element.className.replaceAll(' ', '.')}`;
    return `${element.localName}${id}${name} "${(element.textContent ?? '').trim()}"`;
  });
