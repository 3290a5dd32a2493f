import { type ApiError, invalidParameter } from './errors.ts';
import { choiceParam, type Params } from './params.ts';
import { type DocumentSubject, onParam } from './version.ts';

/** Differences of two versions of a document that are asked for. */

export const DIFF_FORMATS = ['json', 'markdown', 'html'] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];

export interface RequestedDiff extends DocumentSubject {
  resource: 'diff';
  /** Days, or names of versions; `to` is null for the text of today. */
  from: string;
  to: string | null;
  format: DiffFormat;
}

/** @throws ApiError INVALID_PARAMETER */
export function readDiff(subject: DocumentSubject, params: Params): RequestedDiff {
  const from = onParam(params, 'from');
  if (from === null) throw missingFrom();
  const format = choiceParam(params, 'format', DIFF_FORMATS) ?? 'json';
  return { resource: 'diff', ...subject, from, to: onParam(params, 'to'), format };
}

const missingFrom = (): ApiError => invalidParameter('from', '', 'a date such as 2024-06-30');
