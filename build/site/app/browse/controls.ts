import type { Filter, Source } from '../../../contract/sources.ts';
import { label } from '../format.ts';

/** Controls for the filters of a list, made from the table of sources. */

export interface Control {
  param: string;
  label: string;
  kind: 'choice' | 'text' | 'number' | 'date';
  options: readonly { value: string; label: string }[];
}

const LABELS: Readonly<Record<string, string>> = {
  title_number: 'Title',
  chapter_number: 'Chapter',
  has_chapter: 'In a chapter',
  part_number: 'Part',
  positive_law: 'Positive law',
  legal_status: 'Legal status',
  document_type: 'Type',
  date_from: 'Published from',
  date_to: 'Published to',
  effective_date_from: 'Effective from',
  effective_date_to: 'Effective to',
  docket_id: 'Docket',
  rin: 'RIN',
  cfr_title: 'CFR title',
  cfr_part: 'CFR part',
};

/** Values in the corpora. The API accepts any value; a value of the address is offered as well. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  status: ['in_force', 'repealed', 'omitted', 'renumbered', 'transferred'],
  legal_status: ['official_legal_evidence', 'official_prima_facie', 'authoritative_unofficial'],
};

/** Number of controls that are always visible. The others are folded. */
export const SHOWN_CONTROLS = 4;

export const labelOfParam = (param: string): string => LABELS[param] ?? label(param);

/** @param fixed parameters that the page sets @param chosen values of the address */
export const controlsOf = (
  source: Source,
  fixed: readonly string[],
  chosen: Readonly<Record<string, string>>,
): Control[] =>
  source.filters
    .filter(({ param }) => !fixed.includes(param))
    .map(filter => control(filter, chosen[filter.param]));

function control(filter: Filter, chosen: string | undefined): Control {
  const { param, type } = filter;
  const named = { param, label: labelOfParam(param) };
  if (type === 'date') return { ...named, kind: 'date', options: [] };
  if (type === 'integer') return { ...named, kind: 'number', options: [] };
  const values =
    type === 'boolean' ? ['true', 'false'] : (filter.values ?? VALUES[param] ?? ([] as readonly string[]));
  if (values.length === 0) return { ...named, kind: 'text', options: [] };
  const offered = chosen === undefined || values.includes(chosen) ? values : [...values, chosen];
  return {
    ...named,
    kind: 'choice',
    options: offered.map(value => ({ value, label: type === 'boolean' ? yesOrNo(value) : label(value) })),
  };
}

const OF_DATES: Readonly<Record<string, readonly [string, string]>> = {
  publication_date: ['Oldest first', 'Newest first'],
  last_updated: ['Oldest update first', 'Newest update first'],
};

export const sortOptions = (field: string): { value: string; label: string }[] => {
  const [forwards, backwards] = OF_DATES[field] ?? [labelOfParam(field), `${labelOfParam(field)}, reversed`];
  return [
    { value: field, label: forwards },
    { value: `-${field}`, label: backwards },
  ];
};

const yesOrNo = (value: string): string =>
  value === 'true' || value === '1' ? 'Yes' : value === 'false' || value === '0' ? 'No' : value;
