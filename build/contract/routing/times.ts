import { readDiff } from '../diff-request.ts';
import { documentNotFound, levelNotFound } from '../errors.ts';
import { canonicalIdentifier, identifierProblem, shorthandOf } from '../identifier.ts';
import { readLevelChanges } from '../level-changes.ts';
import type { Params } from '../params.ts';
import type { ResourceName } from '../resources.ts';
import type { RoutedSource } from '../sources.ts';
import { historyFile } from '../title-history.ts';
import { versionsFile } from '../version.ts';
import { file, origin } from './route-to.ts';
import type { Requested, Route } from './routes.ts';

/** Answers to requests for what the law said on other days. */

export function versionsRoute(source: RoutedSource, name: string): Route {
  const identifier = canonicalIdentifier(source, name);
  if (identifierProblem(source, identifier)) throw documentNotFound(identifier);
  const requested: Requested = { resource: 'versions', source, identifier };
  return file(versionsFile(requested), 'hierarchy', requested, null);
}

/** Only titles have a file; those of unusual names share one, of which their answer is made. */
export function historiesRoute(source: RoutedSource, name: string): Route {
  const identifier = canonicalIdentifier(source, name);
  const shorthand = shorthandOf(source, identifier);
  if (identifierProblem(source, identifier) || shorthand.indexOf('/') >= 0) throw levelNotFound(identifier);
  const requested: Requested = { resource: 'levelversions', source, identifier };
  return file(historyFile(source.id, shorthand), 'hierarchy', requested, null);
}

export function diffRoute(source: RoutedSource, name: string, params: Params): Route {
  const identifier = canonicalIdentifier(source, name);
  const requested = readDiff({ source, identifier }, params);
  if (identifierProblem(source, identifier)) throw documentNotFound(identifier);
  return origin('diff', requested);
}

export function madeRoute(source: RoutedSource, resource: ResourceName, name: string, params: Params): Route {
  const identifier = canonicalIdentifier(source, name);
  if (resource === 'events') {
    if (identifierProblem(source, identifier)) throw documentNotFound(identifier);
    return origin('made', { resource, source, identifier });
  }
  const requested = readLevelChanges(source, identifier, params);
  if (identifierProblem(source, identifier)) throw levelNotFound(identifier);
  return origin('made', requested);
}
