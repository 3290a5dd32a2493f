import { isDated } from '../../../contract/levels.ts';
import type { Source } from '../../../contract/sources.ts';
import type { WebPlace } from '../../../contract/web-path.ts';
import type { Address } from '../router.ts';
import { MonthView } from './month-view.tsx';
import { OuterView } from './outer-view.tsx';
import { SourceView } from './source-view.tsx';
import { YearView } from './year-view.tsx';

interface Props {
  source: Source;
  web: WebPlace;
  address: Address;
}

export function BrowseView({ source, web, address }: Props) {
  if (web.view === 'source') return <SourceView source={source} address={address} />;
  if (!isDated(source)) return <OuterView source={source} web={web} address={address} />;
  const { year, month } = web.numbers ?? {};
  return month === undefined ? (
    <YearView source={source} year={Number(year)} />
  ) : (
    <MonthView source={source} year={Number(year)} month={Number(month)} address={address} />
  );
}
