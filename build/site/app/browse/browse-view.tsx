import type { Source } from '../../../contract/sources.ts';
import type { WebPlace } from '../../../contract/web-path.ts';
import type { Place } from '../router.ts';
import { MonthView } from './month-view.tsx';
import { TitleView } from './title-view.tsx';
import { TitlesView } from './titles-view.tsx';
import { YearView } from './year-view.tsx';
import { YearsView } from './years-view.tsx';

interface Props {
  source: Source;
  web: WebPlace;
  place: Place;
}

/** What a source is divided into, and the documents of a division. */
export function BrowseView({ source, web, place }: Props) {
  const { view, year, month } = web;
  if (view === 'titles') return <TitlesView source={source} place={place} />;
  if (view === 'years') return <YearsView source={source} place={place} />;
  if (year === undefined) return <TitleView source={source} web={web} place={place} />;
  return month === undefined ? (
    <YearView source={source} year={year} />
  ) : (
    <MonthView source={source} year={year} month={month} place={place} />
  );
}
