import type { Source } from '../../../contract/sources.ts';
import { webHref } from '../address.ts';
import type { ListItem } from '../api-types.ts';
import { ApiCall } from '../components/api-call.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Pager } from '../components/pager.tsx';
import { counted } from '../format.ts';
import { type Page, usePage } from '../head.ts';
import type { Address } from '../router.ts';
import { useApi } from '../use-api.ts';
import { type FurtherPages, useFurtherPages } from '../use-further-pages.ts';
import { DocumentGroups } from './document-groups.tsx';
import { Filters } from './filters.tsx';
import { type GroupBy, groupsOf } from './grouping.ts';
import { bareSearch, type Fixed, isInvalid, listPlan, pageSearch, wholePlan } from './list-query.ts';

interface Props {
  source: Source;
  fixed: Fixed;
  address: Address;
  /** Whether the whole list is shown, page after page, instead of one page. */
  isWhole?: boolean;
  /** What groups neighbors in the default order. */
  groupBy: GroupBy;
  /** The page of the view. The view is complete when the list is. Null while the view waits for something else. */
  page: Page | null;
}

const UNFILTERED = { chosen: {}, query: { limit: 20 } };

export function DocumentList({ source, fixed, address, isWhole = false, groupBy, page }: Props) {
  const plan = (isWhole ? wholePlan : listPlan)(source, fixed, address.search);
  const invalid = isInvalid(plan) ? plan : null;
  const request = useApi<ListItem[]>(isInvalid(plan) ? null : plan.target);
  const failure = invalid ?? request.failure;
  const { answer, isLoading } = request;
  usePage(failure || (answer && !isLoading) ? page : null);
  const isUsualOrder = !isInvalid(plan) && plan.sort === source.defaultSort;
  const pagination = answer?.pagination;
  const rest = useFurtherPages<ListItem>(isWhole && answer && !isLoading ? answer : null);
  const items = answer ? [...answer.data, ...rest.items] : [];
  return (
    <section class="list" aria-label="Documents">
      <Filters
        source={source}
        fixed={fixed}
        address={address}
        plan={isInvalid(plan) ? { ...UNFILTERED, sort: source.defaultSort } : plan}
      />
      {!isInvalid(plan) && <ApiCall target={plan.target} />}
      {failure ? (
        <FailureMessage failure={failure} again={request.again}>
          {address.search !== bareSearch(address.search) && (
            <p>
              <a href={webHref(address.path + bareSearch(address.search))}>Show the list without filters</a>
            </p>
          )}
        </FailureMessage>
      ) : answer && pagination ? (
        <div class={isLoading ? 'list-body is-loading' : 'list-body'} aria-busy={isLoading || rest.isLoading}>
          <DocumentGroups
            groups={groupsOf(source, items, isUsualOrder ? groupBy : null)}
            pagination={pagination}
            hasDates={groupBy === 'day' && !isUsualOrder}
          />
          {isWhole ? (
            <RestOf rest={rest} left={(pagination.total ?? 0) - items.length} />
          ) : (
            <Pager
              pagination={pagination}
              label="Pages of the list"
              pathOf={offset => address.path + pageSearch(address.search, offset)}
            />
          )}
        </div>
      ) : (
        <Loading />
      )}
    </section>
  );
}

function RestOf({ rest, left }: { rest: FurtherPages<ListItem>; left: number }) {
  if (rest.failure) return <FailureMessage failure={rest.failure} again={rest.more} />;
  if (rest.isLoading) return <Loading />;
  if (!rest.hasMore) return null;
  return (
    <p>
      <button type="button" class="button" onClick={rest.more}>
        Show more ({counted(left, 'document')} left)
      </button>
    </p>
  );
}
