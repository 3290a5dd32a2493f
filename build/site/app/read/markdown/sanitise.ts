import type DOMPurify from 'dompurify';

/** What elements and attributes a document may have on the page. Neither names nor identifiers: those are the page's own. */

const TAGS = (
  'a abbr blockquote br cite code del dfn div em h1 h2 h3 h4 h5 h6 hr ins kbd li mark ol p pre q samp span strong sub sup ' +
  'table tbody td th thead tr ul var'
).split(' ');

/** Addresses of pages, and what has no scheme. */
const ADDRESS = /^(?:https?:|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

export type Sanitiser = (html: string) => DocumentFragment;

/** @param purify of the window that the page is in */
export const sanitiser =
  (purify: typeof DOMPurify): Sanitiser =>
  html =>
    purify.sanitize(html, {
      ALLOWED_TAGS: TAGS,
      ALLOWED_ATTR: ['href', 'title', 'align'],
      ALLOWED_URI_REGEXP: ADDRESS,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    });
