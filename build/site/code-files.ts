import { publicAddressTag } from '../contract/site-head.ts';
import { SHELL } from '../contract/site-paths.ts';
import { bundleSite } from './bundle.ts';
import { docsFiles } from './docs/docs-files.ts';
import { shellHtml } from './shell.ts';
import type { SiteFile } from './site-file.ts';

/** Returns the files of the site that depend on the code alone, not on the corpus. @param url see `SiteMaking` */
export async function codeFiles(url: string | null): Promise<SiteFile[]> {
  const { files, entry } = await bundleSite();
  const head = url === null ? '' : publicAddressTag(url);
  const shell = { path: SHELL, content: shellHtml(entry, { head }) };
  return [...files, shell, ...(await docsFiles(entry, url))];
}
