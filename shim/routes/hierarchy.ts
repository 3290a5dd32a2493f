import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { notFound } from '../../build/contract/errors.ts';
import { monthAnswer, parseMonth, parseYear } from '../../build/contract/months.ts';
import * as paths from '../../build/contract/paths.ts';
import { canonicalMonthQuery, parseMonthQuery } from '../../build/contract/query.ts';
import type { Source } from '../../build/contract/sources.ts';
import type { ContentStore } from '../content/store.ts';
import type { TreeFiles } from '../content/tree-files.ts';
import type { Sent } from './coding.ts';
import type { Handler } from './endpoint.ts';
import { sendFile, sendJson, withFile } from './respond.ts';

/** Titles, years and months (build/contract/README.md, Hierarchy). */

export function answerTitles(source: Source, files: TreeFiles, store: ContentStore): Handler<unknown> {
  const send = sender(files, store);
  return (request, reply) =>
    send(request, reply, paths.titlesUrl(source), `No titles were found in ${source.id}.`);
}

export function answerTitle(
  source: Source,
  files: TreeFiles,
  store: ContentStore,
): Handler<{ number: string }> {
  const send = sender(files, store);
  return (request, reply) => {
    const { number } = request.params;
    const missing = `No title ${number.slice(0, 50)} was found in ${source.id}.`;
    if (!/^\d{1,3}$/.test(number)) throw notFound(missing);
    return send(request, reply, paths.titleUrl(source, Number(number)), missing);
  };
}

export function answerYears(source: Source, files: TreeFiles, store: ContentStore): Handler<unknown> {
  const send = sender(files, store);
  return (request, reply) =>
    send(request, reply, paths.yearsUrl(source), `No years were found in ${source.id}.`);
}

export function answerYear(source: Source, files: TreeFiles, store: ContentStore): Handler<{ year: string }> {
  const send = sender(files, store);
  return (request, reply) => {
    const { year } = request.params;
    const url = paths.yearUrl(source, parseYear(year));
    return send(request, reply, url, `No documents were found for the year ${year}.`);
  };
}

export const answerMonth = (
  source: Source,
  files: TreeFiles,
  store: ContentStore,
): Handler<{ year: string; month: string }> => {
  const tags = cacheTagHeaders(paths.pathOf(paths.yearsUrl(source)));
  return (request, reply, params) => {
    const year = parseYear(request.params.year);
    const month = parseMonth(year, request.params.month);
    const page = parseMonthQuery(params);
    const path = paths.queryPath(paths.monthUrl(source, year, month), canonicalMonthQuery(page));
    return withFile(path === null ? undefined : files.get(path), file => {
      if (file) return sendFile(request, reply, files, file, 'hierarchy');
      const { body } = monthAnswer(store.content.listings[source.id], year, month, page);
      return sendJson(request, reply, { json: body.json, tags }, 'hierarchy');
    });
  };
};

/**
 * Sends the file of a URL. Without one it is not found, or, where there is no content at all, unavailable.
 *
 * @param missing the message then; an error made for each request would cost as much as all else
 */
const sender =
  (files: TreeFiles, store: ContentStore) =>
  (request: FastifyRequest, reply: FastifyReply, url: string, missing: string): Sent =>
    withFile(files.get(paths.pathOf(url)), file => {
      if (file) return sendFile(request, reply, files, file, 'hierarchy');
      store.requireContent();
      throw notFound(missing);
    });
