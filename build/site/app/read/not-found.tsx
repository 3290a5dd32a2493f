import { type SourceId, sourceOf } from '../../../contract/sources.ts';
import { isStatic, webHref } from '../address.ts';
import { usePage } from '../head.ts';
import { citationQuery } from './citation.ts';
import { searchPath } from './facts.ts';

interface Props {
  source: SourceId;
  identifier: string;
  isLevel?: boolean;
}

/** The page of an address that could be a document's or a level's, but there is none. */
export function NotFound({ source, identifier, isLevel = false }: Props) {
  usePage({ title: 'Not found', isMissing: true });
  const { name } = sourceOf(source);
  const query = isLevel ? null : citationQuery({ source, identifier });
  return (
    <div class="message">
      <h1>There is no such {isLevel ? 'level' : 'document'} here</h1>
      <p>
        Nothing in the {name} is known as <code>{identifier}</code>. It may have been repealed or renumbered,
        or belong to a part of the law that this site does not hold.
      </p>
      <p>
        {query !== null && !isStatic() && (
          <>
            <a href={webHref(searchPath(query))}>Search for {query}</a>, or{' '}
          </>
        )}
        <a href={webHref(`/${source}`)}>browse the {name}</a>.
      </p>
    </div>
  );
}
