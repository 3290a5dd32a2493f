import { MOST_QUERY_CHARACTERS } from '../../../build/edge/maps/escapes.ts';

/** Whether edges leave a request to the origin because its query is too long. @param target path and query */
export const hasLongQuery = (target: string): boolean =>
  target.replace(/^[^?]*[?]?/, '').length > MOST_QUERY_CHARACTERS;
