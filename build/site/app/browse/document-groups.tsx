import { webHref } from '../address.ts';
import type { Pagination } from '../api.ts';
import { Name } from '../components/name.tsx';
import { count, counted } from '../format.ts';
import { DocumentItem } from './document-item.tsx';
import type { Group } from './grouping.ts';

interface Props {
  groups: readonly Group[];
  pagination: Pagination;
  hasDates?: boolean;
}

/** The documents of a list in their groups, and which of all they are. */
export function DocumentGroups({ groups, pagination, hasDates = false }: Props) {
  const shown = groups.reduce((sum, { items }) => sum + items.length, 0);
  const { offset, total } = pagination;
  return (
    <>
      <p class="list-count" role="status">
        {shown === 0
          ? 'No documents.'
          : `${count(offset + 1)}–${count(offset + shown)} of ${counted(total ?? 0, 'document')}`}
      </p>
      {groups.map(({ key, heading, name, to, items }) => (
        <div class="group" key={`${key} ${items[0]?.id}`}>
          {heading !== null && (
            <h2 class="group-heading">
              {to === null ? heading : <a href={webHref(to)}>{heading}</a>}
              {name !== null && (
                <>
                  {' '}
                  <Name text={name} />
                </>
              )}
            </h2>
          )}
          <ul class="documents">
            {items.map(item => (
              <DocumentItem key={item.id} item={item} hasDate={hasDates} />
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
