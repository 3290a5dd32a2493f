import type { ComponentChildren } from 'preact';
import { levelTitle } from '../../../contract/document-levels.ts';
import { levelHead } from '../../../contract/level-head.ts';
import { innerLevels, levelPlural, outerLevel, pagedLevels } from '../../../contract/levels.ts';
import { structureLevelUrl } from '../../../contract/paths.ts';
import type { Source } from '../../../contract/sources.ts';
import { webPathOf, webPathOfPlace } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import type { LevelDetail } from '../api-types.ts';
import { changesTab } from '../changes-tab.ts';
import { ApiCall } from '../components/api-call.tsx';
import { type Crumb, sourceCrumb } from '../components/breadcrumbs.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { lazy } from '../components/lazy.tsx';
import { Loading } from '../components/loading.tsx';
import { Name, StatusTag } from '../components/name.tsx';
import { Tabs } from '../components/tabs.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { asText, counted } from '../format.ts';
import { usePage } from '../head.ts';
import { currentAddress } from '../router.ts';
import { useApi } from '../use-api.ts';
import { useLater } from '../use-later.ts';
import { citationQuery } from './citation.ts';
import { headingOf } from './document.ts';
import { DocumentText } from './document-text.tsx';
import { NotFound } from './not-found.tsx';
import { Previews } from './previews.tsx';
import { ReferencesFold } from './references-fold.tsx';

const ChangesView = lazy(() => import('./changes/changes-view.tsx').then(module => module.ChangesView));

const LevelFoot = lazy(() => import('../components/level-foot.tsx').then(module => module.LevelFoot), true);

interface Props {
  source: Source;
  /** Canonical; whether there is such a level, the API tells. */
  identifier: string;
}

/** A level of any depth: what is in it, or what changed in it. */
export function StructureView({ source, identifier }: Props) {
  const target = structureLevelUrl(source, identifier);
  const { answer, failure, again } = useApi<LevelDetail>(target);
  const level = answer?.data ?? null;
  const { search } = currentAddress();
  const isChanges = /[?&]view=changes(?:&|$)/.test(search);
  const head = level && levelHead(source, level);
  usePage(isChanges ? null : head);
  const isTime = useLater(level !== null);
  if (failure?.status === 404) return <NotFound source={source.id} identifier={identifier} isLevel />;
  if (failure) return <FailureMessage failure={failure} again={again} isPage />;
  if (!level || !head) return <Loading />;
  const { number, name } = level;
  const label = levelTitle(source, level);
  const path = structurePath(source, level.identifier);
  const changes = changesTab(path, isChanges);
  return (
    <>
      <ViewHead
        crumbs={[
          sourceCrumb(source),
          ...level.path.map(each => crumbOf(source, each)),
          { label: asText(label) },
        ]}
        above={number === null || name === null ? source.shortName : `${source.shortName} ${label}`}
        heading={<Name text={name ?? label} />}
      >
        {counted(level.document_count, 'document')} <StatusTag status={level.status ?? undefined} />
        <ListLink source={source} level={level} />
      </ViewHead>
      {changes.length > 0 && (
        <Tabs label="Show" tabs={[{ label: 'Contents', to: path, isCurrent: !isChanges }, ...changes]} />
      )}
      {isChanges ? (
        <ChangesView {...{ source, level, path, search, head, citationQuery }} />
      ) : (
        <Contents source={source} level={level} target={target} />
      )}
      {isTime && (
        <LevelFoot
          source={source}
          numbers={listNumbers(source, level)}
          beside={
            isChanges
              ? null
              : {
                  identifier: level.identifier,
                  above: level.path.at(-1)?.identifier ?? null,
                  pathOf: each => structurePath(source, each.identifier),
                }
          }
        />
      )}
    </>
  );
}

/** The levels and documents in a level, and its own notes. */
function Contents({ source, level, target }: { source: Source; level: LevelDetail; target: string }) {
  const { children, documents, notes } = level;
  return (
    <>
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
      <ReferencesFold target={target} identifier={level.identifier} />
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

/** The levels with pages of lists from the title down to a level. */
function listNumbers(source: Source, level: LevelDetail): Readonly<Record<string, string>> {
  const numbers: Record<string, string> = {};
  for (const { level: word, number } of [...level.path, level])
    if (number !== null && !(word in numbers) && pagedLevels(source).some(({ name }) => name === word))
      numbers[word] = number;
  return numbers;
}

/** @returns null for a level that lists are not filtered by, and for an empty one */
function listPath(source: Source, level: LevelDetail): string | null {
  const numbers = listNumbers(source, level);
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
