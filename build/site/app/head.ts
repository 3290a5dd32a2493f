import { useEffect, useLayoutEffect } from 'preact/hooks';
import { canonicalUrl } from './address.ts';
import { arrived, currentAddress } from './router.ts';

/** Head of a view's page: a `PageHead`, or less. */
export interface Page {
  /** Without the name of the site. */
  title: string;
  description?: string | null;
  /** The page's own web path; none for pages that search engines should leave out. */
  canonical?: string | null;
  /** Nothing exists at this address. */
  isMissing?: boolean;
}

export const SITE_NAME = 'Pandect';

/**
 * Sets the document's head. A view passes null until its heading and content are complete. The title changes before they are painted;
 * focus and scrolling follow, once for each address.
 */
export function usePage(page: Page | null): void {
  const { title, description, canonical, isMissing } = page ?? {};
  const changes = [currentAddress(), title, description, canonical, isMissing];
  useLayoutEffect(() => {
    if (title === undefined) return;
    document.title = title.startsWith(SITE_NAME) ? title : `${title} – ${SITE_NAME}`;
    setMeta('name', 'description', description);
    setMeta('name', 'robots', isMissing ? 'noindex' : null);
    setMeta('property', 'og:title', title);
    setMeta('property', 'og:description', description);
    setCanonical(canonical);
  }, changes);
  useEffect(() => {
    if (title !== undefined) arrived();
  }, changes);
}

function setMeta(key: 'name' | 'property', name: string, content: string | null = null): void {
  const selector = `meta[${key}="${name}"]`;
  let meta = document.head.querySelector<HTMLMetaElement>(selector);
  if (content === null) {
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

/** Also removes the links to other representations, which belong to the document that was loaded first. */
function setCanonical(path: string | null = null): void {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>(
    'link[rel=canonical], link[rel=alternate]:not([type="application/atom+xml"])',
  )) {
    link.remove();
  }
  if (path === null) return;
  const link = document.createElement('link');
  link.rel = 'canonical';
  link.href = canonicalUrl(path);
  document.head.append(link);
}
