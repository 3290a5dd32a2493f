import * as assert from 'uvu/assert';
import { COMMON_HEADERS } from '../../../build/contract/headers.ts';
import { type RunningWorker, startWorker, upload, workerHindrance } from '../../helpers/edges/worker.ts';
import { suiteWhere } from '../../helpers/needs.ts';
import { type Answer, exchange, type RequestHeaders, type Shim, startShim } from '../../helpers/shim.ts';
import { sampleTree } from '../../helpers/tree.ts';

/** Citations in a text: without a shim the Worker looks them up in the tree, and answers what the shim does. */

const test = suiteWhere('the Worker and citations', workerHindrance());

let worker: RunningWorker;
let shim: Shim;

test.before(async () => {
  const { dist } = await sampleTree();
  shim = await startShim({ dist });
  worker = await startWorker();
  await upload(worker, dist);
});
test.after(async () => {
  await worker.close();
  await shim.close();
});

const ask = (port: number, q: string, headers: RequestHeaders = {}): Promise<Answer> =>
  exchange({ host: '127.0.0.1', port, path: `/api/citations?q=${encodeURIComponent(q)}`, headers });

const COMPARED = [
  ...['etag', 'content-type', 'cache-control', 'cache-tag', 'surrogate-key'],
  ...Object.keys(COMMON_HEADERS),
];

test('documents and missing ones are told as by the shim, with its validator', async () => {
  for (const q of [
    'see 🏛 17 U.S.C. § 106(1), 107 and 99999; 17 USC 106–107',
    '17 USC 106A and 30 U.S.C. 28-1',
    'FR Doc. 2018-09910, e8-99999, Pub. L. 94-553',
    'appendix A to part 971 of title 33; section 1.1 of title 1; t17/s106',
    '/us/usc/t17 and /us/usc/t99; 40 CFR part 52; the Lamp Act',
    '17 U.S.C. §§ 106(1), (3)-(5), 107 - 109; I.R.C. § 501(c)(3); Treas. Reg. § 1.61-1; 40 CFR ch. I',
    '17&nbsp;U.S.C. &sect; 106; Fed. R. Civ. P. 12(b)(1), (6) and 56',
    'nothing',
  ]) {
    const [answer, expected] = [await ask(worker.port, q), await ask(shim.port, q)];
    assert.is(answer.status, 200, answer.text);
    assert.is(answer.text, expected.text, q);
    for (const name of COMPARED) assert.is(answer.headers[name], expected.headers[name], `${q}: ${name}`);
    const again = await ask(worker.port, q, { 'if-none-match': String(answer.headers.etag) });
    assert.equal([again.status, again.text], [304, '']);
  }
});

test('what only a catalog tells is left to a shim: pages, parts of titles that are there, very many citations', async () => {
  for (const q of [
    '83 FR 21707',
    '44 CFR part 206',
    '33 CFR part 971, subpart A',
    'E.O. 12866',
    `17 U.S.C. ${'1, '.repeat(60)}2`,
  ]) {
    const { status, json } = await ask(worker.port, q);
    assert.equal([status, json.error.code], [503, 'REQUEST_ERROR'], q);
  }
});

test('another text is refused as by the shim', async () => {
  for (const q of ['', 'x'.repeat(501)]) {
    const [answer, expected] = [await ask(worker.port, q), await ask(shim.port, q)];
    assert.equal([answer.status, answer.text], [400, expected.text]);
  }
});

test.run();
