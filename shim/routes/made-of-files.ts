import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import {
  fileLike,
  isMadeOfFiles,
  type MadeOfFiles,
  madeOfFiles,
} from '../../build/contract/made-of-files.ts';
import type { Requested } from '../../build/contract/routing/routes.ts';
import type { ContentStore } from '../content/catalog-store.ts';
import { textsOf, type WholeFiles } from '../content/whole-files.ts';
import { dayOf } from '../keys/days-folder.ts';
import { sendJson } from './respond.ts';

/** @throws ApiError NOT_FOUND, and 503 without content */
export function jsonOfFiles(
  store: ContentStore,
  wholes: WholeFiles,
  requested: MadeOfFiles,
): Promise<string> {
  // Without content nobody knows what exists.
  store.requireContent();
  return madeOfFiles(textsOf(wholes), requested, dayOf(Date.now()));
}

/** Sends an answer that is made of files of the tree; null where this is not how the request is answered. */
export const sendMadeOfFiles = (
  request: FastifyRequest,
  reply: FastifyReply,
  { store, wholes }: { store: ContentStore; wholes: WholeFiles },
  requested: Requested,
): Promise<FastifyReply> | null =>
  isMadeOfFiles(requested) ? send(request, reply, jsonOfFiles(store, wholes, requested), requested) : null;

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  json: Promise<string>,
  requested: MadeOfFiles,
): Promise<FastifyReply> {
  const { path, policy } = fileLike(requested);
  return await sendJson(request, reply, { json: await json, tags: cacheTagHeaders(path) }, policy);
}
