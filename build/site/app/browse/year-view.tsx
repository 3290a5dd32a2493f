import { MONTH_NAMES } from '../../../contract/dates.ts';
import { levelUrl } from '../../../contract/levels.ts';
import { twoDigits } from '../../../contract/paths.ts';
import { placeHead } from '../../../contract/place-head.ts';
import type { Source } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import { webHref } from '../address.ts';
import type { YearDetail } from '../api-types.ts';
import { ApiCall } from '../components/api-call.tsx';
import { sourceCrumb } from '../components/breadcrumbs.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { Missing } from '../components/missing.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { counted } from '../format.ts';
import { usePage } from '../head.ts';
import { useApi } from '../use-api.ts';
import { Bars } from './bars.tsx';

export function YearView({ source, year }: { source: Source; year: number }) {
  const target = levelUrl(source, year);
  const { answer, failure, again } = useApi<YearDetail>(target);
  const yearsPath = webPathOfPlace({ view: 'source', source: source.id });
  const isMissing = failure?.status === 404;
  const at = { view: 'level', source: source.id, numbers: { year: String(year) } } as const;
  usePage(isMissing || !(answer || failure) ? null : placeHead(at));
  if (isMissing) {
    return (
      <Missing>
        <p>
          No documents of the {source.name} of {year} are here. <a href={webHref(yearsPath)}>All years</a>
        </p>
      </Missing>
    );
  }
  if (failure) return <FailureMessage failure={failure} again={again} isPage />;
  if (!answer) return <Loading />;
  const documents = new Map(answer.data.months.map(each => [each.month, each.document_count]));
  return (
    <>
      <ViewHead
        crumbs={[sourceCrumb(source), { label: String(year) }]}
        above={source.name}
        heading={String(year)}
      >
        {counted(answer.data.document_count, 'document')}
      </ViewHead>
      <ApiCall target={target} />
      <Bars
        caption="Documents by month"
        of="Month"
        bars={MONTH_NAMES.map((name, i) => ({
          key: i + 1,
          short: name.slice(0, 3),
          rest: `${name.slice(3)} ${year}`,
          long: `${name} ${year}`,
          documents: documents.get(i + 1) ?? 0,
          to: documents.has(i + 1)
            ? webPathOfPlace({ ...at, numbers: { ...at.numbers, month: twoDigits(i + 1) } })
            : null,
        }))}
      />
    </>
  );
}
