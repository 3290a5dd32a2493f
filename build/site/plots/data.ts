import { officialTitle } from '../../contract/document-levels.ts';
import { isDated, outerLevel } from '../../contract/levels.ts';
import { documentTypesOf } from '../../contract/sources.ts';
import { columnOf, type SourceCatalog } from '../../formats/catalog.ts';
import { groupsOf, groupValue } from '../../formats/column.ts';

/** Numbers of a picture: a row of bars for each title or year. */
export interface Plot {
  name: string;
  heading: string;
  /** Names of the bars within a row, in order; one empty name for single bars. */
  series: readonly string[];
  rows: readonly Row[];
}

export interface Row {
  label: string;
  /** The full name behind the label, or empty. */
  name: string;
  counts: readonly number[];
}

/** One plot for each source, even without documents. */
export const plotsOf = (catalogs: readonly SourceCatalog[]): Plot[] =>
  catalogs.map(catalog => (isDated(catalog.source) ? yearsPlot(catalog) : numbersPlot(catalog)));

function numbersPlot(catalog: SourceCatalog): Plot {
  const { source } = catalog;
  const { id, shortName } = source;
  const { name: word, plural, field } = outerLevel(source);
  const column = columnOf(catalog, field);
  const rows = Array.from({ length: groupsOf(column) }, (_, code) => {
    const number = Number(groupValue(column, code));
    return {
      label: String(number),
      name: officialTitle(source, number)?.name ?? '',
      counts: [sizeOf(column, code)],
    };
  });
  return { name: `${id}-${plural}`, heading: `Documents of the ${shortName} by ${word}`, series: [''], rows };
}

/** Newest year first. Types are in the order of the source's table. */
function yearsPlot(catalog: SourceCatalog): Plot {
  const { source, count } = catalog;
  const types = documentTypesOf(source);
  const typeOf = new Uint8Array(count);
  if (types.length > 0) {
    const column = columnOf(catalog, 'document_type');
    for (let code = 0; code < groupsOf(column); code++)
      for (const ordinal of groupAt(column, code))
        typeOf[ordinal] = types.indexOf(String(groupValue(column, code)));
  }
  const years = new Map<string, number[]>();
  const dates = columnOf(catalog, outerLevel(source).field);
  for (let code = 0; code < groupsOf(dates); code++) {
    const year = String(groupValue(dates, code)).slice(0, 4);
    const counts = years.get(year) ?? Array(Math.max(1, types.length)).fill(0);
    years.set(year, counts);
    for (const ordinal of groupAt(dates, code)) counts[typeOf[ordinal] as number]++;
  }
  const rows = Array.from(years, ([label, counts]) => ({ label, name: '', counts })).reverse();
  const by = types.length > 0 ? 'year and type' : 'year';
  return {
    name: `${source.id}-years`,
    heading: `Documents of the ${source.shortName} by ${by}`,
    series: types.length > 0 ? types : [''],
    rows,
  };
}

type Groups = ReturnType<typeof columnOf>;

const groupAt = ({ order, starts }: Groups, code: number): Uint32Array =>
  order.subarray(starts[code], starts[code + 1]);

const sizeOf = ({ starts }: Groups, code: number): number =>
  (starts[code + 1] as number) - (starts[code] as number);
