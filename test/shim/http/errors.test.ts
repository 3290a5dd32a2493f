import fastify from 'fastify';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addErrorHandlers } from '../../../shim/http/errors.ts';

test('a failure of the framework is the client’s where its status says so, and else ours', async () => {
  const app = fastify();
  addErrorHandlers(app, (_request, reply) => reply.send());
  app.get('/:status', async request => {
    const { status } = request.params as { status: string };
    throw Object.assign(new Error('secret'), status !== 'none' && { statusCode: Number(status) });
  });
  const answered = async (status: string) => {
    const answer = await app.inject(`/${status}`);
    assert.not.match(answer.body, /secret/);
    return answer.statusCode;
  };
  const statuses = await Promise.all(['none', '399', '400', '415', '499', '500', '503'].map(answered));
  assert.equal(statuses, [500, 500, 400, 400, 400, 500, 500]);
  await app.close();
});

test.run();
