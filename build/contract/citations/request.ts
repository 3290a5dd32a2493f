import { invalidParameter } from '../errors.ts';
import { type Params, stringParam } from '../params.ts';
import { refuseSeveralKeys } from '../presented-key.ts';

/** In code points, as in a search. */
const LONGEST = 500;

/** Returns the text whose citations are asked for. @throws ApiError INVALID_PARAMETER */
export function citedText(params: Params): string {
  refuseSeveralKeys(params);
  const q = stringParam(params, 'q', 1, LONGEST);
  if (q === null) throw invalidParameter('q', '', `a text of 1 to ${LONGEST} characters`);
  return q;
}
