import { invalidParameter } from '../errors.ts';
import { type Params, textParam } from '../params.ts';

/** The parameter `pinpoint`. Routing reads it without the reader of labels. */

/** The labels of a paragraph: `(a)(1)`. */
export const PINPOINT = /^(?:\((?:[A-Za-z]{1,6}|\d{1,4})\)){1,10}$/;

/** Reads `(a)(1)` as `['a', '1']`; null for an empty or missing parameter. @throws ApiError INVALID_PARAMETER */
export function pinpointParam(params: Params): string[] | null {
  const text = textParam(params, 'pinpoint');
  if (text === null) return null;
  if (!PINPOINT.test(text))
    throw invalidParameter('pinpoint', text, 'the labels of a paragraph, such as (a)(1)');
  return text.slice(1, -1).split(')(');
}

export const pinpointText = (path: readonly string[]): string => path.map(label => `(${label})`).join('');
