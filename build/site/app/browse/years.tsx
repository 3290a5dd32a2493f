import { levelUrl } from '../../../contract/levels.ts';
import type { Source } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import type { YearSummary } from '../api-types.ts';
import { ApiCall } from '../components/api-call.tsx';
import { FailureMessage } from '../components/failure-message.tsx';
import { Loading } from '../components/loading.tsx';
import { counted } from '../format.ts';
import { type Page, usePage } from '../head.ts';
import { useApi } from '../use-api.ts';
import { Bars } from './bars.tsx';

export function Years({ source, page }: { source: Source; page: Page }) {
  const target = levelUrl(source);
  const { answer, failure, again } = useApi<YearSummary[]>(target);
  usePage(answer || failure ? page : null);
  if (failure) return <FailureMessage failure={failure} again={again} />;
  if (!answer) return <Loading />;
  const total = answer.data.reduce((sum, { document_count }) => sum + document_count, 0);
  return (
    <>
      <ApiCall target={target} />
      <Bars
        caption={`${counted(total, 'document')} in ${counted(answer.data.length, 'year')}`}
        of="Year"
        bars={[...answer.data].reverse().map(({ year, document_count }) => ({
          key: year,
          short: String(year),
          rest: '',
          long: String(year),
          documents: document_count,
          to: webPathOfPlace({ view: 'level', source: source.id, numbers: { year: String(year) } }),
        }))}
      />
    </>
  );
}
