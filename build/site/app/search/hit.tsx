import type { SearchHit } from '../../../contract/search.ts';
import { webHref } from '../address.ts';
import { StatusTag, TypeTag } from '../components/name.tsx';
import { longDate } from '../format.ts';
import { Highlighted } from './highlighted.tsx';

export const Hit = ({ hit }: { hit: SearchHit }) => (
  <li class="hit">
    <p class="hit-place">{hit.hierarchy.join(' › ')}</p>
    <h2 class="hit-heading">
      <a href={webHref(hit.url)} data-hit>
        {hit.highlights ? <Highlighted text={hit.highlights.heading} /> : hit.heading}
      </a>
    </h2>
    {hit.highlights && hit.highlights.body !== '' && (
      <p class="hit-passage">
        <Highlighted text={hit.highlights.body} />
      </p>
    )}
    <p class="document-facts">
      <TypeTag type={hit.document_type} />
      <StatusTag status={hit.status} />
      {hit.publication_date && <span>{longDate(hit.publication_date)}</span>}
      <span class="hit-identifier">{hit.identifier}</span>
    </p>
  </li>
);
