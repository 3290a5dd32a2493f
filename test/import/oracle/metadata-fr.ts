import { writtenDays } from './dates.ts';
import { judgedDays } from './fr-dates.ts';
import type { Fields } from './metadata.ts';
import type { Schema } from './schemas.ts';
import { below, childOf, type Element, elementsIn, isElement, lineOf } from './tree.ts';
import { documentNumber } from './units.ts';

const KINDS: Readonly<Record<string, string>> = {
  RULE: 'rule',
  PRORULE: 'proposed_rule',
  NOTICE: 'notice',
  PRESDOCU: 'presidential_document',
};

/** Footnotes, their calls and page marks are no words of a field. */
function isApart(element: Element): boolean {
  if (/^(?:FTNT|FTREF|PRTPAGE)$/.test(element.name)) return true;
  const siblings = element.parent?.children.filter(child => isElement(child) || child.trim() !== '') ?? [];
  const next = siblings[siblings.indexOf(element) + 1];
  return element.name === 'SU' && next !== undefined && isElement(next) && next.name === 'FTREF';
}

const line = (element: Element | undefined): string => lineOf(element, isApart);

const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter(text => text !== ''))];

const dashes = (text: string): string => text.replace(/[\u2010-\u2015\u2212]/g, '-');

export function frMetadata(root: Element, _schema: Schema): (unit: Element) => Fields {
  const isIssue = root.name === 'FEDREG';
  const day = isIssue ? (writtenDays(lineOf(childOf(root, 'DATE')))[0] ?? null) : null;
  const volume = isIssue ? Number(lineOf(childOf(root, 'VOL'))) || null : null;
  const pages = isIssue ? pagesIn(root) : new Map<string, [number, number] | null>();
  return unit => {
    const preamble = childOf(unit, 'PREAMB');
    const own = (...names: string[]) =>
      preamble ? elementsIn(preamble).filter(({ name }) => names.includes(name)) : [];
    const body = (element: Element | undefined) =>
      element
        ? elementsIn(element)
            .filter(({ name }) => name === 'P' || name === 'FP')
            .map(line)
            .join(' ')
        : '';
    const number = documentNumber(unit);
    const page = pages.get(number ?? '');
    const title = line(own('SUBJECT')[0]);
    return {
      identifier: `/us/fr/${number}`,
      source: 'fr',
      document_number: number,
      document_type: KINDS[unit.name],
      ...(title ? { title } : {}),
      ...(isIssue ? { publication_date: day, currency: day, last_updated: day, fr_volume: volume } : {}),
      ...(page ? { start_page: page[0], end_page: page[1], fr_citation: `${volume} FR ${page[0]}` } : {}),
      agencies: unique(own('AGENCY', 'SUBAGY').map(line)),
      agency: unique(own('AGENCY', 'SUBAGY').map(line))[0] ?? null,
      fr_action: body(own('ACT')[0]) || null,
      ...daysTold(own('DATES', 'EFFDATE').map(body).join(' ')),
      docket_ids: unique(
        own('DEPDOC')
          .flatMap(one => dashes(line(one)).split(/[;[\]]/))
          .map(text => text.trim()),
      ),
      cfr_references: unique(own('CFR').flatMap(one => partsIn(line(one)))),
      rin:
        unique(own('RIN').flatMap(one => dashes(line(one)).match(/\d{4}-[A-Z]{2}\d+/gi) ?? [])).join(', ') ||
        null,
    };
  };
}

/** Days as far as the document itself has them: no JSON is beside these files. */
function daysTold(dates: string): Fields {
  const { effective, comments } = judgedDays(dates);
  return { effective_date: effective, comments_close_date: comments };
}

/** `12 CFR Parts 1002 and 1026` names two. */
function partsIn(text: string): string[] {
  const [, title, rest] = /^(\d+)\s+CFR\s+(?:Parts?\s+)?(.*)$/i.exec(text) ?? [];
  const parts = rest?.match(/\b\d+[a-z]?\b/g) ?? [];
  return title && /part/i.test(text) && parts.length > 0
    ? parts.map(part => `${title} CFR Part ${part}`)
    : [text];
}

/** Pages in the table of contents; null for a document under two pages. */
function pagesIn(root: Element): Map<string, [number, number] | null> {
  const pages = new Map<string, [number, number] | null>();
  const contents = childOf(root, 'CNTNTS');
  let current: [number, number] | null = null;
  for (const element of contents ? below(contents) : []) {
    const text = dashes(lineOf(element));
    if (element.name === 'PGS') {
      const [, first, last] = /^(\d+)(?:-(\d+))?[,.]?$/.exec(text.replace(/\s/g, '')) ?? [];
      current = first ? [Number(first), Number(last ?? first)] : null;
    } else if (element.name === 'FRDOCBP') {
      const known = pages.get(text);
      const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(current);
      pages.set(text, isSame ? current : null);
    }
  }
  return pages;
}
