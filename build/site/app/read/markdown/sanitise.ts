import type { DOMPurify } from 'dompurify';

/**
 * What elements and attributes a document may have on the page. Neither names nor identifiers: those are the page's own.
 *
 * Two walls. HTML of these elements alone, without a single attribute that could do anything, is taken as it is: nothing in it
 * can run, load or lead anywhere, and that is most documents. All other HTML goes through DOMPurify, which is loaded then.
 */

const TAGS = (
  'a abbr blockquote br cite code del dfn div em h1 h2 h3 h4 h5 h6 hr ins kbd li mark ol p pre q samp small span strong sub sup ' +
  'table tbody td th thead tr ul var'
).split(' ');

/** Addresses of pages, and what has no scheme. */
const ADDRESS = /^(?:https?:|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

const ANY_TAG = /<[^>]*>?/g;
/** Sorts of tags that do nothing, to the last character. */
const PLAIN_TAG = new RegExp(
  `^<(?:/?(?:${TAGS.join('|')})|(?:br|hr) /|t[dh] align="(?:left|right|center)"|t[dh](?: (?:col|row)span="\\d{1,3}")+|ol start="\\d{1,10}")>$`,
);

/** @returns elements that nothing can come of; rejects where the sanitiser cannot be loaded */
export type Sanitiser = (html: string) => DocumentFragment | Promise<DocumentFragment>;

/** @param page in which the elements are going to stand @param load gives the sanitiser, of the same window */
export function sanitiser(page: Document, load: () => Promise<DOMPurify>): Sanitiser {
  let loading: Promise<DOMPurify> | null = null;
  return html => {
    if (isPlain(html)) {
      const template = page.createElement('template');
      template.innerHTML = html;
      return page.importNode(template.content, true);
    }
    loading ??= load();
    return loading.then(purify => purified(purify, html));
  };
}

/** Whether every tag is one of the harmless ones; `<` stands nowhere else. */
export function isPlain(html: string): boolean {
  for (const [tag] of html.matchAll(ANY_TAG)) if (!PLAIN_TAG.test(tag)) return false;
  return true;
}

export const purified = (purify: DOMPurify, html: string): DocumentFragment =>
  purify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'title', 'align', 'start', 'colspan', 'rowspan'],
    ALLOWED_URI_REGEXP: ADDRESS,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
