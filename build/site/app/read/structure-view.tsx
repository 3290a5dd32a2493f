import type { ComponentChildren } from 'preact';
import { levelTitle } from '../../../contract/document-levels.ts';
import { levelHead } from '../../../contract/level-head.ts';
import { innerLevels, levelPlural, outerLevel, pagedLevels } from '../../../contract/levels.ts';
import { structureLevelUrl } from '../../../contract/paths.ts';
import type { Source } from '../../../contract/sources.ts';
import { webPathOf, webPathOfPlace } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import type { LevelDetail } from '../api-types.ts';
import { ApiCall } from '../components/api-call.tsx';
import { type Crumb, sourceCrumb } from '../components/breadcrumbs.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Name, StatusTag } from '../components/name.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { asText, counted } from '../format.ts';
import { usePage } from '../head.ts';
import { useApi } from '../use-api.ts';
import { headingOf } from './document.ts';
import { DocumentText } from './document-text.tsx';
import { NotFound } from './not-found.tsx';
import { Previews } from './previews.tsx';
import { ReferencesFold } from './references-fold.tsx';

interface Props {
  source: Source;
  /** Canonical; whether there is such a level, the API tells. */
  identifier: string;
}

/** A level of any depth: the levels above it, the levels and documents in it, and its own notes. */
export function StructureView({ source, identifier }: Props) {
  const target = structureLevelUrl(source, identifier);
  const { answer, failure, again } = useApi<LevelDetail>(target);
  const level = answer?.data ?? null;
  usePage(level && levelHead(source, level));
  if (failure?.status === 404) return <NotFound source={source.id} identifier={identifier} isLevel />;
  if (failure) return <FailureMessage failure={failure} again={again} isPage />;
  if (!level) return <Loading />;
  const { number, name, path, children, documents, notes } = level;
  const label = levelTitle(source, level);
  return (
    <>
      <ViewHead
        crumbs={[sourceCrumb(source), ...path.map(each => crumbOf(source, each)), { label: asText(label) }]}
        above={number === null || name === null ? source.shortName : `${source.shortName} ${label}`}
        heading={<Name text={name ?? label} />}
      >
        {counted(level.document_count, 'document')} <StatusTag status={level.status ?? undefined} />
        <ListLink source={source} level={level} />
      </ViewHead>
      <ApiCall target={target} />
      <List name="Levels">
        {children.map(each => (
          <Item
            key={each.identifier}
            to={structurePath(source, each.identifier)}
            text={[each.number === null ? null : levelTitle(source, each), each.name]}
            status={each.status}
          >
            {counted(each.document_count, 'document')}{' '}
          </Item>
        ))}
      </List>
      <List name="Documents">
        {documents.map(each => (
          <Item key={each.id} to={webPathOf(each)} text={[headingOf(each)]} status={each.metadata.status} />
        ))}
      </List>
      {notes && (
        <section class="level-notes" aria-label="Notes">
          <DocumentText
            document={{ ...level, source: source.id, id: '', metadata: {}, body: notes.markdown }}
          />
        </section>
      )}
      <ReferencesFold target={target} identifier={identifier} />
      <Previews />
    </>
  );
}

const structurePath = ({ id }: Source, level: string): string =>
  webPathOfPlace({ view: 'structure', source: id, level });

const crumbOf = (source: Source, level: LevelDetail['path'][number]): Crumb => ({
  label: asText(levelTitle(source, level)),
  ...(level.identifier !== null && { to: structurePath(source, level.identifier) }),
});

/** The page of the documents of a title, chapter or part, with filters. That of a title shows its chapters whatever is between. */
function ListLink({ source, level }: { source: Source; level: LevelDetail }) {
  const to = listPath(source, level);
  if (to === null) return null;
  const [inner] = innerLevels(source);
  const isTitle = level.path.length === 0;
  return (
    <a href={webHref(to)}>
      {isTitle && inner ? `${levelPlural(inner)} and all documents` : 'List of all documents'}
    </a>
  );
}

/** @returns null for a level that lists are not filtered by, and for an empty one */
function listPath(source: Source, level: LevelDetail): string | null {
  const numbers: Record<string, string> = {};
  for (const { level: word, number } of [...level.path, level])
    if (number !== null && !(word in numbers) && pagedLevels(source).some(({ name }) => name === word))
      numbers[word] = number;
  const isListed = numbers[level.level] === level.number && outerLevel(source).name in numbers;
  return isListed && level.document_count > 0
    ? webPathOfPlace({ view: 'level', source: source.id, numbers })
    : null;
}

const List = ({ name, children }: { name: string; children: readonly ComponentChildren[] }) =>
  children.length > 0 ? (
    <section aria-label={name}>
      <ul class="documents">{children}</ul>
    </section>
  ) : null;

interface ItemProps {
  to: string;
  text: readonly (string | null)[];
  status: unknown;
  children?: ComponentChildren;
}

const Item = ({ to, text, status, children }: ItemProps) => (
  <li class="document">
    <a class="document-link" href={webHref(to)}>
      {text.map(each => each !== null && <Name text={`${each} `} />)}
    </a>
    <span class="document-facts">
      {children}
      <StatusTag status={status ?? undefined} />
    </span>
  </li>
);
