import { pageHead } from '../../contract/site-head.ts';
import type { WebPlace } from '../../contract/web-path.ts';
import { type Page, SITE_NAME } from './head.ts';

/** What pages of the contract's places say of themselves; the home page needs none of it. */

/** As whoever sends the page fills it. @param data of the answer that the page is about; null where it is about none */
export function pageOf(web: WebPlace, data: object | null): Page {
  const head = pageHead(web, data as Readonly<Record<string, unknown>> | null);
  return {
    title: head?.title ?? SITE_NAME,
    description: head?.description ?? undefined,
    canonical: head?.canonical ?? undefined,
  };
}
