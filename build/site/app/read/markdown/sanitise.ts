import type { DOMPurify } from 'dompurify';

/**
 * Elements and attributes that a document may have on the page. Names and identifiers are not among them: those belong to the
 * page.
 *
 * There are two walls. HTML that has these elements only, and no attribute with an effect, is taken unchanged: nothing in it
 * can run, load or lead anywhere. Most documents are like this. All other HTML passes DOMPurify, which is loaded when first
 * needed.
 */

const TAGS = (
  'a abbr blockquote br cite code del dfn div em h1 h2 h3 h4 h5 h6 hr ins kbd li mark ol p pre q samp small span strong sub sup ' +
  'table tbody td th thead tr ul var'
).split(' ');

/** Web addresses, and addresses without a scheme. */
const ADDRESS = /^(?:https?:|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

const ANY_TAG = /<[^>]*>?/g;
/** Harmless tags, matched to the last character. */
const PLAIN_TAG = new RegExp(
  `^<(?:/?(?:${TAGS.join('|')})|(?:br|hr) /|t[dh] align="(?:left|right|center)"|t[dh](?: (?:col|row)span="\\d{1,3}")+|ol start="\\d{1,10}")>$`,
);

/** @returns harmless elements; rejects where the sanitiser cannot be loaded */
export type Sanitiser = (html: string) => DocumentFragment | Promise<DocumentFragment>;

/** @param page the document that the elements go into @param load loads the sanitiser, for the same window */
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

/** Whether every tag is harmless, and `<` occurs in tags only. */
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
