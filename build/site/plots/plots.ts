import type { SourceCatalog } from '../../formats/catalog.ts';
import type { SiteFile } from '../site-file.ts';
import { plotsOf } from './data.ts';
import { drawPlot } from './svg.ts';

/**
 * The pictures of the corpus, from the numbers of `/api/stats`, titles and years. Their names never change, since other pages
 * link to them; their content changes with the corpus.
 */
export const plots = (catalogs: readonly SourceCatalog[]): SiteFile[] =>
  plotsOf(catalogs).map(plot => ({ path: `site/plots/${plot.name}.svg`, content: drawPlot(plot) }));
