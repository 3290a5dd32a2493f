import { webPathOf } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import type { ListItem } from '../api-types.ts';
import { Name, StatusTag, TypeTag } from '../components/name.tsx';
import { longDate, unitName, unitNumber } from '../format.ts';

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';

export function DocumentItem({ item, hasDate = false }: { item: ListItem; hasDate?: boolean }) {
  const { metadata } = item;
  const unit = { identifier: item.identifier, number: text(metadata.section_number) };
  const isSection = unit.number !== '';
  const name = unitName(unit, text(metadata.section_name));
  return (
    <li class="document">
      <a class="document-link" href={webHref(webPathOf(item))}>
        {isSection && (
          <>
            <span class="document-number">{unitNumber(unit)}</span>{' '}
          </>
        )}
        <span class="document-name">
          <Name text={(isSection && name) || text(metadata.display_title) || item.identifier} />
        </span>
      </a>
      <span class="document-facts">
        <TypeTag type={metadata.document_type} />
        <StatusTag status={metadata.status} />
        {!isSection && metadata.agency && <Name text={text(metadata.agency)} />}
        {hasDate && metadata.publication_date && <span>{longDate(text(metadata.publication_date))}</span>}
        {text(metadata.fr_citation) && <span>{text(metadata.fr_citation)}</span>}
      </span>
    </li>
  );
}
