import { router } from '../../build/contract/routing/route.ts';
import { SOURCES } from '../../build/contract/sources.ts';
import type { Page } from '../../build/pages/pages.ts';

const route = router(SOURCES);

/** A link to a page that is not precomputed, where the table says why. */
export interface End {
  source: string;
  next: string;
  /** The routing rule's reason, or `cursor`: how deep a cursor leads, only the build knows. */
  why: string;
}

/** Where the links `pagination.next` of precomputed pages lead. */
export interface Links {
  /** So many lead to files. */
  files: number;
  ends: End[];
  /** Neither to a file nor to what the table leaves out. */
  astray: string[];
}

export function linksOf(pages: readonly Pick<Page, 'url' | 'path' | 'json'>[]): Links {
  const paths = new Set(pages.map(({ path }) => path));
  const links: Links = { files: 0, ends: [], astray: [] };
  for (const { url, json } of pages) {
    const next: string | null = JSON.parse(json).pagination?.next ?? null;
    if (next === null) continue;
    const routed = route({ method: 'GET', target: next });
    const [, , source = ''] = next.split('/');
    if (routed.kind === 'file' && paths.has(routed.path)) links.files++;
    else if (routed.kind === 'origin' && routed.reason === 'depth')
      links.ends.push({ source, next, why: routed.reason });
    else if (isFrontByCursor(source, next)) links.ends.push({ source, next, why: 'cursor' });
    else links.astray.push(`${url} → ${next}`);
  }
  return links;
}

const isFrontByCursor = (id: string, next: string): boolean =>
  next.includes('&cursor=') &&
  SOURCES.some(source => source.id === id && Number.isFinite(source.precomputed.unfilteredPages));
