import { useEffect, useLayoutEffect } from 'preact/hooks';
import { pageHead } from '../../contract/site-head.ts';
import type { WebPlace } from '../../contract/web-path.ts';
import { canonicalUrl } from './address.ts';
import { arrived, currentPlace } from './router.ts';

/** What a view says of itself in the document's head, for those who share it and for search engines. */
export interface Page {
  /** Without the name of the site. */
  title: string;
  description?: string | undefined;
  /** The web path under which it is to be known; none where it is not to be found. */
  canonical?: string | undefined;
  /** There is nothing at this address. */
  isMissing?: boolean | undefined;
}

export const SITE_NAME = 'Pandect';

/** As whoever sends the page fills it. @param data of the answer that the page is about; null where it is about none */
export function pageOf(web: WebPlace, data: object | null): Page {
  const head = pageHead(web, data as Readonly<Record<string, unknown>> | null);
  return {
    title: head?.title ?? SITE_NAME,
    description: head?.description ?? undefined,
    canonical: head?.canonical ?? undefined,
  };
}

/**
 * A view calls it with its page when its heading and content stand, with null until then. The title changes with them,
 * before they are painted; focus and scrolling follow, once for each address.
 */
export function usePage(page: Page | null): void {
  const { title, description, canonical, isMissing } = page ?? {};
  const changes = [currentPlace(), title, description, canonical, isMissing];
  useLayoutEffect(() => {
    if (title === undefined) return;
    document.title = title.startsWith(SITE_NAME) ? title : `${title} – ${SITE_NAME}`;
    setMeta('name', 'description', description);
    setMeta('name', 'robots', isMissing ? 'noindex' : undefined);
    setMeta('property', 'og:title', title);
    setMeta('property', 'og:description', description);
    setCanonical(canonical);
  }, changes);
  useEffect(() => {
    if (title !== undefined) arrived();
  }, changes);
}

function setMeta(key: 'name' | 'property', name: string, content: string | undefined): void {
  const selector = `meta[${key}="${name}"]`;
  let meta = document.head.querySelector<HTMLMetaElement>(selector);
  if (content === undefined) {
    meta?.remove();
    return;
  }
  if (!meta) {
    meta = document.createElement('meta');
    meta.setAttribute(key, name);
    document.head.append(meta);
  }
  meta.content = content;
}

/** Also takes away the other forms of the document that was loaded first: the view of a document names its own. */
function setCanonical(path: string | undefined): void {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>(
    'link[rel=canonical], link[rel=alternate]:not([type="application/atom+xml"])',
  )) {
    link.remove();
  }
  if (path === undefined) return;
  const link = document.createElement('link');
  link.rel = 'canonical';
  link.href = canonicalUrl(path);
  document.head.append(link);
}
