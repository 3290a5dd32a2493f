import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resourceBody } from '../../../build/contract/envelope.ts';
import type { ApiError } from '../../../build/contract/errors.ts';
import { documentPath } from '../../../build/contract/paths.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import { TreeFiles } from '../../../shim/content/tree-files.ts';
import { type WholeFiles, wholeFiles } from '../../../shim/content/whole-files.ts';
import { Unsent } from '../../../shim/http/unsent-bytes.ts';
import { type RequestedDocument, sendDerived } from '../../../shim/routes/derived-documents.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** Builds that replace a document while a paragraph of it is answered. */

const [source, identifier] = [sourceOf('usc'), '/us/usc/t17/s1'];
const REQUESTED: RequestedDocument = {
  ...{ resource: 'document', source, identifier, representation: 'json', projection: null, on: null },
  ...{ pinpoint: ['a'], path: documentPath(source, identifier, 'json') },
};

const NO_LOOK_UPS = { remember: () => {} };

/** @param size of the body; a large file is not held in memory */
const documentOf = (word: string, size: number): string =>
  resourceBody(
    {
      ...{ identifier, source: 'usc', metadata: {} },
      body: `**(a)** The ${word}.\n\n${'x'.repeat(size)}\n`,
    },
    'x',
  ).json;

for (const size of [10, 2 << 20])
  test(`a paragraph of a document of ${size} bytes has the validator of the text that is sent`, async () => {
    const dist = temporaryFolder();
    const write = (word: string): void => {
      mkdirSync(dirname(join(dist, REQUESTED.path)), { recursive: true });
      writeFileSync(join(dist, REQUESTED.path), documentOf(word, size));
    };
    const files = new TreeFiles(dist);
    const wholes = wholeFiles(files);
    let onRead = (): void => {};
    const app = Fastify();
    app.decorate('compressed', files.compressed);
    app.decorate('unsent', new Unsent());
    const read: WholeFiles = async path => {
      const content = await wholes(path);
      onRead();
      return content;
    };
    app.get('/', (request, reply) =>
      sendDerived(request, reply, { files, wholes: read, lookUps: NO_LOOK_UPS }, REQUESTED),
    );
    const answer = async (): Promise<{ body: string; etag: unknown }> => {
      const { statusCode, body, headers } = await app.inject('/');
      assert.is(statusCode, 200, body);
      return { body, etag: headers.etag };
    };
    write('lamp');
    const lamp = await answer();
    assert.match(lamp.body, /The lamp\./);
    files.clear();
    onRead = () => {
      write('gull');
      files.clear();
    };
    assert.equal(await answer(), lamp);
    onRead = () => {};
    const gull = await answer();
    assert.match(gull.body, /The gull\./);
    assert.is.not(gull.etag, lamp.etag);
    await app.close();
  });

test('a paragraph as Markdown has no frontmatter of another text', async () => {
  const contents: Record<string, string> = {
    [REQUESTED.path]: documentOf('lamp', 10),
    [documentPath(source, identifier, 'markdown')]: `---\n---\n\n**(a)** The gull.\n\n${'x'.repeat(10)}\n`,
  };
  const wholes: WholeFiles = async path => Buffer.from(contents[path] ?? '');
  const tree = { files: new TreeFiles(temporaryFolder()), wholes, lookUps: NO_LOOK_UPS };
  const error = await sendDerived({} as FastifyRequest, {} as FastifyReply, tree, {
    ...REQUESTED,
    representation: 'markdown',
  }).catch((error: ApiError) => error);
  assert.is((error as ApiError).status, 503);
});

test.run();
