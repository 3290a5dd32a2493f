import { levelUrl } from '../../../contract/levels.ts';
import { twoDigits } from '../../../contract/paths.ts';
import { placeHead } from '../../../contract/place-head.ts';
import type { Source } from '../../../contract/sources.ts';
import { type WebPlace, webPathOfPlace } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import type { ListItem, MonthDetail, YearDetail } from '../api-types.ts';
import { ApiCall } from '../components/api-call.tsx';
import { sourceCrumb } from '../components/breadcrumbs.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Missing } from '../components/missing.tsx';
import { Neighbors } from '../components/neighbors.tsx';
import { Pager } from '../components/pager.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { counted, monthName } from '../format.ts';
import { usePage } from '../head.ts';
import { neighborsOf } from '../neighbors.ts';
import type { Address } from '../router.ts';
import { useApi } from '../use-api.ts';
import { DocumentGroups } from './document-groups.tsx';
import { groupsOf } from './grouping.ts';
import { isInvalid, monthPlan, pageSearch } from './list-query.ts';

interface Props {
  source: Source;
  year: number;
  month: number;
  address: Address;
}

export function MonthView({ source, year, month, address }: Props) {
  const plan = monthPlan(source, year, month, address.search);
  const request = useApi<MonthDetail>(isInvalid(plan) ? null : plan.target);
  const failure = isInvalid(plan) ? plan : request.failure;
  const { answer, isLoading } = request;
  const ofYear = useApi<YearDetail>(answer ? levelUrl(source, year) : null);
  const { before, after } = neighborsOf(ofYear.answer?.data.months ?? [], each => each.month === month);
  const atYear = { view: 'level', source: source.id, numbers: { year: String(year) } } as const;
  const at = (of: number): WebPlace => ({
    ...atYear,
    numbers: { ...atYear.numbers, month: twoDigits(of) },
  });
  const toMonth = (each: { month: number } | null) =>
    each && { label: `${monthName(each.month)} ${year}`, to: webPathOfPlace(at(each.month)) };
  const heading = `${monthName(month)} ${year}`;
  const path = webPathOfPlace(at(month));
  const yearPath = webPathOfPlace(atYear);
  const isMissing = failure?.status === 404;
  usePage(isMissing || isLoading || !(answer || failure) ? null : placeHead(at(month)));
  if (isMissing) {
    return (
      <Missing>
        <p>
          No documents of the {source.name} of {heading} are here.{' '}
          <a href={webHref(yearPath)}>All of {year}</a>
        </p>
      </Missing>
    );
  }
  if (failure) return <FailureMessage failure={failure} again={request.again} isPage />;
  if (!answer?.pagination || isInvalid(plan)) return <Loading />;
  const { data, pagination } = answer;
  const items: ListItem[] = data.documents.map(({ id, identifier, ...metadata }) => ({
    id,
    identifier,
    source: source.id,
    metadata,
  }));
  return (
    <>
      <ViewHead
        crumbs={[sourceCrumb(source), { label: String(year), to: yearPath }, { label: monthName(month) }]}
        above={source.name}
        heading={heading}
      >
        {counted(data.document_count, 'document')}
      </ViewHead>
      <ApiCall target={plan.target} />
      <div class={isLoading ? 'list-body is-loading' : 'list-body'} aria-busy={isLoading}>
        <DocumentGroups groups={groupsOf(source, items, 'day')} pagination={pagination} />
        <Pager
          pagination={pagination}
          label="Pages of the month"
          pathOf={offset => path + pageSearch(address.search, offset)}
        />
        <Neighbors label="Months before and after" before={toMonth(before)} after={toMonth(after)} />
      </div>
    </>
  );
}
