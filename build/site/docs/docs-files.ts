import { openapi } from '../../pages/openapi.ts';
import type { Entry } from '../bundle.ts';
import { clientFiles } from '../clients/files.ts';
import type { Description } from '../reference/description.ts';
import { referenceContent } from '../reference/reference.ts';
import type { SiteFile } from '../site-file.ts';
import { bundleAssets } from './assets.ts';
import { renderGuide } from './guide.ts';
import { guideContent } from './guide-page.ts';
import { type DocsPage, docsPage } from './page.ts';
import { GUIDE, REFERENCE } from './page-addresses.ts';

/**
 * Returns the guide, the reference, their assets and the clients, as files of the tree. They depend on the code alone.
 * @param entry names of the app's bundle, for all pages
 * @param siteUrl the public address of the site, with a slash at its end; null where it is not known
 * @throws esbuild's error where the code is broken
 */
export async function docsFiles(entry: Entry, siteUrl: string | null): Promise<SiteFile[]> {
  const { files, paths } = await bundleAssets();
  const description = openapi() as Description;
  const origin = siteUrl?.replace(/\/$/, '') ?? null;
  const pages: DocsPage[] = [
    {
      address: GUIDE,
      title: 'Pandect: a guide to the API',
      description:
        'How to ask for U.S. federal law: identifiers, representations, caching, lists, search, limits, errors, changes, dumps and mirrors, with examples in curl, JavaScript, Python and R.',
      styles: [paths.guideStyle],
      scripts: [paths.guideScript],
      content: guideContent(renderGuide(origin), origin),
    },
    {
      address: REFERENCE,
      title: 'Pandect: the reference of the API',
      description:
        'Every address, parameter, field and error of the API for U.S. federal law, to be tried out.',
      styles: [paths.guideStyle, paths.referenceStyle],
      scripts: [paths.referenceScript],
      content: referenceContent(description),
    },
  ];
  return [
    ...files,
    ...clientFiles(description),
    ...pages.map(page => ({
      path: `site/${page.address}/index.html`,
      content: docsPage(page, entry, siteUrl),
    })),
  ];
}
