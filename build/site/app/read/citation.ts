import { currencyText } from '../../../contract/currency.ts';
import { outerLabel } from '../../../contract/document-levels.ts';
import { type CodeCitation, type JournalCitation, sourceOf } from '../../../contract/sources.ts';
import { unitKind, unitNumber } from '../format.ts';
import { fieldOf, type ReadDocument } from './document.ts';

/**
 * Returns the citation of a document, after the Bluebook:
 *
 * | document | citation | |---|---|
 * | 17 USC 106 | `17 U.S.C. § 106 (2022)` |
 * | a section of an appendix | `18 U.S.C. app. § 6 (2022)` |
 * | 44 CFR 2.2 | `44 C.F.R. § 2.2 (2025)` |
 * | a rule of court | `Fed. R. Bankr. P. 4006` |
 * | a reorganization plan | `Reorganization Plan No. 8 of 1949, 5 U.S.C. app. (2021)` |
 * | an appendix of a part | `2 C.F.R. pt. 200, app. II (2025)` |
 * | 83 FR 21707 | `83 Fed. Reg. 21707 (May 10, 2018)` |
 * | a document without a known page | `Fed. Reg. Doc. 2013-28210 (Dec. 31, 2013)` |
 *
 * The year is the text's, by its metadata.
 */
export function citationOf(document: ReadDocument): string {
  const { citation } = sourceOf(document.source);
  if (citation === null) return fieldOf(document, 'display_title') ?? document.identifier;
  return citation.by === 'section' ? sectionCitation(document, citation) : pageCitation(document, citation);
}

const withCurrency = (citation: string, { metadata }: ReadDocument, day: string | null): string =>
  [citation, currencyText(metadata) ?? [], day ?? []].flat().join(', ');

/** The citation with the text's currency, for copying. @param day of a former text, in words */
export const copiedCitation = (document: ReadDocument, day: string | null = null): string =>
  withCurrency(citationOf(document), document, day);

/** The same as a Markdown link. @param url of the page */
export const markdownCitation = (document: ReadDocument, url: string, day: string | null = null): string =>
  withCurrency(
    `[${citationOf(document).replace(/[[\]\\]/g, '\\$&')}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`,
    document,
    day,
  );

/** The query that finds a document by its citation, `17 USC 106`; null where the source has none. */
export function citationQuery(document: Pick<ReadDocument, 'source' | 'identifier'>): string | null {
  const { citation } = sourceOf(document.source);
  const own = /\/s?([^/]+)$/.exec(document.identifier)?.[1];
  if (own === undefined) return null;
  const title = outerLabel({ ...document, metadata: {} });
  if (title === null) return own;
  const rules = rulesCited(document.identifier);
  if (rules !== null) return `${rules} ${own.replace(/^rule/, '')}`;
  const [, year, plan] = PLAN.exec(document.identifier) ?? [];
  if (plan !== undefined) return `Reorganization Plan No. ${plan} of ${year}`;
  const [, appendix] = APPENDIX.exec(document.identifier) ?? [];
  return `${title} ${citation?.abbreviation ?? ''} ${appendix === undefined ? own : writtenAppendix(appendix)}`;
}

/**
 * Citations of sets of rules, by their names in identifiers. `build/contract/citations/appendices-rules-plans.ts` has the same
 * names, but is too large for the reading view.
 */
const RULES: Readonly<Record<string, string>> = {
  Crim: 'Fed. R. Crim. P.',
  Bankr: 'Fed. R. Bankr. P.',
  Civ: 'Fed. R. Civ. P.',
  App: 'Fed. R. App. P.',
  Evid: 'Fed. R. Evid.',
};

/** The citation of an identifier's rules; null for unknown ones. */
const rulesCited = (identifier: string): string | null =>
  RULES[/^\/us\/usc\/t\d+a\/courtRules\/(\w+)\//.exec(identifier)?.[1] ?? ''] ?? null;

/** `USC` as `U.S.C.` */
const dotted = (letters: string): string => `${[...letters].join('.')}.`;

/** Journals by their abbreviation in the corpus. */
const JOURNALS: Readonly<Record<string, string>> = { FR: 'Fed. Reg.' };

function sectionCitation(document: ReadDocument, { abbreviation, hasAppendixes }: CodeCitation): string {
  const label = outerLabel(document) ?? fieldOf(document, 'title_number') ?? '';
  const isAppendix = hasAppendixes && /[a-z]$/i.test(label);
  const unit = { identifier: document.identifier, number: fieldOf(document, 'section_number') ?? '' };
  const kind = unitKind(unit);
  const rules = kind === 'rule' ? rulesCited(document.identifier) : null;
  if (rules !== null) return `${rules} ${unit.number}`;
  const code = `${label.replace(/\D+$/, '')} ${dotted(abbreviation)}${isAppendix ? ' app.' : ''}`;
  const year = (fieldOf(document, 'currency') ?? fieldOf(document, 'last_updated') ?? '').slice(0, 4);
  const behind = year === '' ? '' : ` (${year})`;
  if (kind === 'plan') return `Reorganization Plan No. ${unit.number}, ${code}${behind}`;
  const [, appendix] = APPENDIX.exec(document.identifier) ?? [];
  return `${code} ${kind === 'appendix' && appendix !== undefined ? writtenAppendix(appendix) : unitNumber(unit)}${behind}`;
}

/** `/us/usc/t5a/reorgPlan/1949/8`: year and number. */
const PLAN = /^\/us\/usc\/t\d+a\/reorgPlan\/(\d+)\/([^/]+)$/;

/** `/us/cfr/t23/p230/spA/appA`: the part and name of an appendix. */
const APPENDIX = /^\/us\/cfr\/t[^/]+\/(p[^/]+(?:\/sp[^/]+)?\/(?:app|table)[^/]*)$/;

/** `p230/spA/appA` as `pt. 230, subpt. A, app. A` */
const writtenAppendix = (appendix: string): string =>
  appendix
    .split('/')
    .map(level =>
      level.replace(/^(sp|p|app|table)(.*)$/, (_, kind: string, name: string) =>
        `${WRITTEN[kind]} ${name}`.trim(),
      ),
    )
    .join(', ');

const WRITTEN: Readonly<Record<string, string>> = { p: 'pt.', sp: 'subpt.', app: 'app.', table: 'table' };

function pageCitation(document: ReadDocument, { abbreviation, field }: JournalCitation): string {
  const journal = JOURNALS[abbreviation] ?? dotted(abbreviation);
  const written = fieldOf(document, field);
  const [, volume, page] = /^(\d+)\s.*?(\d[\d,]*)$/.exec(written ?? '') ?? [];
  const number = fieldOf(document, 'document_number') ?? '';
  const cited = volume && page ? `${volume} ${journal} ${page}` : `${journal} Doc. ${number}`;
  const date = fieldOf(document, 'publication_date');
  return date === null ? cited : `${cited} (${shortDate(date)})`;
}

const MONTHS = 'Jan. Feb. Mar. Apr. May June July Aug. Sept. Oct. Nov. Dec.'.split(' ');

/** `2018-05-10` as `May 10, 2018` */
function shortDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${MONTHS[Number(month) - 1] ?? month} ${Number(day)}, ${year}`;
}
