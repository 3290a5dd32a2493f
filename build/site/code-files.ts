import { publicAddressTag } from '../contract/site-head.ts';
import { SHELL } from '../contract/site-paths.ts';
import { bundleSite } from './bundle.ts';
import { docsFiles } from './docs/docs-files.ts';
import { shellHtml } from './shell.ts';
import type { SiteFile } from './site-file.ts';

/** The files of the site that follow from the code alone, whatever the corpus holds. @param url see `SiteMaking` */
export async function codeFiles(url: string | null): Promise<SiteFile[]> {
  const { files, entry } = await bundleSite();
  const head = url === null ? '' : publicAddressTag(url);
  const shell = { path: SHELL, content: shellHtml(entry, { head }) };
  return [...files, shell, ...(await docsFiles(entry, url))];
}
