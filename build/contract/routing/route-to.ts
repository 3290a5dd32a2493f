import type { ApiError } from '../errors.ts';
import type { CachePolicy } from '../resource.ts';
import type { FileRoute, OriginReason, Requested, Route } from './routes.ts';

export const file = (
  path: string,
  policy: CachePolicy,
  requested: Requested,
  missing: ApiError | null,
): FileRoute => ({
  kind: 'file',
  path,
  policy,
  requested,
  missing,
  hasErrorPage: false,
});

export const origin = (reason: OriginReason, requested: Requested): Route => ({
  kind: 'origin',
  reason,
  requested,
});
