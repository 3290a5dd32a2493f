import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hindranceOf } from '../../helpers/edges/process.ts';
import { ROOT } from '../../helpers/handbook.ts';
import { testWhere } from '../../helpers/needs.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { runCode } from '../docs/run.ts';
import { serverFor } from './server.ts';

/** The client in Python, against a real server. */

const server = serverFor(test);

/** Runs lines with `law`, a client that reports every answer, and compares their output. */
async function prints(lines: string, expected: readonly string[]): Promise<void> {
  const code = `import sys
sys.path.insert(0, ${JSON.stringify(path.join(ROOT, 'build/site/clients'))})
import pandect
from pandect import ApiFailure, Pandect

plain = pandect.urlopen
def told(request, timeout):
    path = request.full_url.split("/", 3)[3]
    try:
        answer = plain(request, timeout=timeout)
        print(answer.status, path)
        return answer
    except pandect.HTTPError as error:
        print(error.code, path)
        raise
pandect.urlopen = told
BASE = "http://127.0.0.1:${server.shim.port}/"
law = Pandect(BASE)
${lines}`;
  const { out, ...rest } = await runCode('python', code, temporaryFolder(), 'client');
  assert.equal(rest, { code: 0, problems: '' });
  assert.equal(out.trimEnd().split('\n'), expected);
}

const withPython = (
  name: string,
  lines: string,
  expected: () => readonly string[],
  before?: () => Promise<void>,
) =>
  testWhere(test, hindranceOf('python3', '--version')(), name, async () => {
    await before?.();
    await prints(lines, expected());
  });

const SECTIONS = ['s101', 's106', 's106a', 's107', 's108', 's1010'].map(section => `/us/usc/t17/${section}`);

withPython(
  'documents of a list, page after page, by offsets and by cursors',
  `for document in law.documents("usc", title_number=17, positive_law=True, limit=4):
    print(document["identifier"])
print(len([page for page in law.pages("usc", title_number=17, limit=4, cursor="")]))`,
  () => [
    '200 api/usc/documents?title_number=17&positive_law=true&limit=4',
    ...SECTIONS.slice(0, 4),
    '200 api/usc/documents?title_number=17&positive_law=true&sort=identifier&limit=4&offset=4',
    ...SECTIONS.slice(4),
    '200 api/usc/documents?title_number=17&limit=4&cursor=',
    '200 api/usc/documents?title_number=17&sort=identifier&limit=4&cursor=%2Fus%2Fusc%2Ft17%2Fs107',
    '2',
  ],
);

withPython(
  'a document in its representations, and what has not changed comes once',
  `print(law.document("usc", "t17/s106")["metadata"]["section_number"])
print(law.document("usc", "/us/usc/t17/s106", fields="status")["metadata"]["status"])
print(law.document("usc", "t17/s106", format="markdown")[:3])
print(law.document("usc", "t17/s106")["metadata"]["section_number"])`,
  () => [
    '200 api/usc/documents/t17%2Fs106?format=json',
    '106',
    '200 api/usc/documents/%2Fus%2Fusc%2Ft17%2Fs106?format=json&fields=status',
    'in_force',
    '200 api/usc/documents/t17%2Fs106?format=markdown',
    '---',
    '304 api/usc/documents/t17%2Fs106?format=json',
    '106',
  ],
);

withPython(
  'so many answers are kept, those used last',
  `law = Pandect(BASE, kept=2)
for number in (1, 17, 1, 44, 1, 17):
    law.get(f"/api/usc/titles/{number}")`,
  () =>
    ['200 1', '200 17', '304 1', '200 44', '304 1', '200 17'].map(line =>
      line.replace(' ', ' api/usc/titles/'),
    ),
);

withPython(
  'an error has the code of the API',
  `try:
    law.document("usc", "t17/s99999")
except ApiFailure as failure:
    print(failure.status, failure.code)`,
  () => ['404 api/usc/documents/t17%2Fs99999?format=json', '404 DOCUMENT_NOT_FOUND'],
);

withPython(
  'who has asked too much waits as long as the server says',
  'print(law.get("/api/usc/titles/17")["data"]["title_number"])',
  () => ['429 api/usc/titles/17', '200 api/usc/titles/17', '17'],
  () => server.clock.useUp(server.shim, 1.5),
);

withPython(
  'but no longer than patience lasts',
  `try:
    Pandect(BASE, patience=20).get("/api/stats")
except ApiFailure as failure:
    print(failure.code)`,
  () => ['429 api/stats', 'RATE_LIMIT_EXCEEDED'],
  () => server.clock.useUp(server.shim, 40),
);

test.run();
