import {
  innerLevels,
  isDated,
  levelPlural,
  levelUrl,
  levelWord,
  outerLevel,
} from '../../../contract/levels.ts';
import { placeHead } from '../../../contract/place-head.ts';

import type { Source } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import { ApiCall } from '../components/api-call.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Name } from '../components/name.tsx';
import { Rows } from '../components/rows.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { count, counted } from '../format.ts';
import { type Page, usePage } from '../head.ts';
import type { Address } from '../router.ts';
import { useApi } from '../use-api.ts';
import { DocumentList } from './document-list.tsx';
import { showsDocuments } from './list-query.ts';
import { type Outer, type OuterData, outerOf } from './outer.ts';
import { SourceTabs } from './source-tabs.tsx';
import { Years } from './years.tsx';

export function SourceView({ source, address }: { source: Source; address: Address }) {
  const at = { view: 'source', source: source.id } as const;
  const page = placeHead(at);
  const isList = showsDocuments(address.search);
  const outer = outerLevel(source);
  const Outers = isDated(source) ? Years : OuterTable;
  return (
    <>
      <ViewHead crumbs={[{ label: source.shortName }]} heading={source.name}>
        {source.description}
      </ViewHead>
      <SourceTabs path={webPathOfPlace(at)} first={levelPlural(outer)} isList={isList} />
      {isList ? (
        <DocumentList
          source={source}
          fixed={[]}
          address={address}
          groupBy={isDated(source) ? 'day' : outer.name}
          page={page}
        />
      ) : (
        <Outers source={source} page={page} />
      )}
    </>
  );
}

function OuterTable({ source, page }: { source: Source; page: Page }) {
  const target = levelUrl(source);
  const { answer, failure, again } = useApi<OuterData[]>(target);
  usePage(answer || failure ? page : null);
  if (failure) return <FailureMessage failure={failure} again={again} />;
  if (!answer) return <Loading />;
  const outer = outerLevel(source);
  const [inner] = innerLevels(source);
  const all = answer.data.map(data => outerOf(source, data));
  const there = all.filter(({ count: documents }) => documents > 0);
  const total = there.reduce((sum, { count: documents }) => sum + documents, 0);
  return (
    <>
      <ApiCall target={target} />
      <p class="list-count">
        {counted(total, 'document')} in {count(there.length)} of{' '}
        {counted(all.length, outer.name, outer.plural)}
      </p>
      <Rows
        caption={`${levelPlural(outer)} of the ${source.name}`}
        heads={[levelWord(outer), 'Name']}
        numbers={[...(inner ? [levelPlural(inner)] : []), 'Documents']}
        kind="rows-titles"
      >
        {all.map(each => (
          <OuterRow key={each.number} source={source} outer={each} />
        ))}
      </Rows>
    </>
  );
}

function OuterRow({ source, outer }: { source: Source; outer: Outer }) {
  const { number, name, innerCount, isPositiveLaw } = outer;
  const level = outerLevel(source);
  const hasInner = innerLevels(source).length > 0;
  const numbers = { [level.name]: String(number) };
  const isEmpty = outer.count === 0;
  const text = name ?? `${levelWord(level)} ${number}`;
  return (
    <tr class={isEmpty ? 'is-empty' : undefined}>
      <td class="row-number">{number}</td>
      <th scope="row">
        {isEmpty ? (
          <Name text={text} />
        ) : (
          <a class="row-link" href={webHref(webPathOfPlace({ view: 'level', source: source.id, numbers }))}>
            <Name text={text} />
          </a>
        )}
        {isPositiveLaw && !isEmpty && <span class="tag">Positive law</span>}
      </th>
      {isEmpty ? (
        <td class="number" colSpan={hasInner ? 2 : 1}>
          no documents here
        </td>
      ) : (
        <>
          {hasInner && <td class="number">{count(innerCount)}</td>}
          <td class="number">{count(outer.count)}</td>
        </>
      )}
    </tr>
  );
}
