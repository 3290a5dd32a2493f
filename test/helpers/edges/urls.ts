import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The URL of every file of a tree, in its usual spelling. */
export function urlsOfTree(dist: string): string[] {
  const urls = new Set<string>();
  for (const entry of readdirSync(join(dist, 'api'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) urls.add(urlOfPath(join(entry.parentPath, entry.name).slice(dist.length + 1)));
  }
  return [...urls];
}

export function urlOfPath(path: string): string {
  const page = path.replace(/\.\w+$/, '');
  const [, folder = '', subject, rest] =
    /^(api\/\w+\/(?:documents|structure))\/(.+)\/references(?:\/_q\/(.+))?$/.exec(page) ?? [];
  if (subject !== undefined)
    return `/${folder}/${encodeURIComponent(subject)}/references${rest === undefined ? '' : `?${rest}`}`;
  const [, own, , name] = /^(api\/\w+\/documents\/.+)\/versions(\/([^/]+))?$/.exec(page) ?? [];
  if (own !== undefined) {
    const format = path.endsWith('.md') ? '&format=markdown' : '';
    const document = urlOfPath(`${own}.json`);
    return name === undefined ? `${document}/versions` : `${document}?on=${name}${format}`;
  }
  const [, source, title] = /^api\/(\w+)\/structure\/([^/]+)\/versions$/.exec(page) ?? [];
  if (source !== undefined) return `/api/${source}/structure/${title}/versions`;
  const [list, query] = page.split('/_q/');
  if (query !== undefined) return `/${list}?${query}`;
  const [, base = '', shorthand] = /^(api\/\w+\/(?:documents|structure))\/(.+)$/.exec(page) ?? [];
  return shorthand === undefined ? `/${page}` : `/${base}/${encodeURIComponent(shorthand)}`;
}
