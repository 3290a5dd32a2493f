import { createHash } from 'node:crypto';
import path from 'node:path';
import { codeVersion, ROOT, siteVersion } from '../common/code-version.cjs';
import { keep, readKept } from '../common/kept-file.cjs';
import type { SiteFile } from './site-file.ts';

const FOLDER = path.join(ROOT, 'node_modules/.cache/pandect-site');

/**
 * Returns the files of the site that depend on the code alone. They are kept from one build to the next, since bundling and the
 * guide take longer than the rest of a site. They lie beside the bundles of commands, for one version of the code and one
 * address. Where they cannot be kept, they are made.
 * @param url see `SiteMaking`
 * @param folder where they are kept
 */
export async function keptCodeFiles(url: string | null, folder = FOLDER): Promise<SiteFile[]> {
  const version = createHash('sha256').update(`${codeVersion()} ${siteVersion()}`).digest('hex');
  const name = `${version}-site.json`;
  const known = parse(readKept(folder, name));
  if (known && known.url === url) return known.files;
  // Only builds that need bundlers load them.
  const { codeFiles } = await import('./code-files.ts');
  // All are text.
  const files = (await codeFiles(url)).map(({ path, content }) => ({ path, content: String(content) }));
  keep(folder, name, JSON.stringify({ url, files } satisfies Kept), version);
  return files;
}

interface Kept {
  url: string | null;
  files: SiteFile[];
}

/** Checks what it parses: a disk may return less than was written. */
function parse(text: string | null): Kept | null {
  try {
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}
