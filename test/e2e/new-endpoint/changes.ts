/** What an engineer writes who adds a resource that is not there: the statuses of documents, a file for each source with titles. */

export interface Change {
  file: string;
  /** Text that stands in the file once; the new text comes before it. */
  before: string;
  text: string;
}

export const ROW: Change = {
  file: 'build/contract/resources.ts',
  before: '  sources: {\n    path:',
  text: `  statuses: {
    path: '/api/:source/statuses',
    of: numbered,
    answered: 'file',
    unless: { param: 'status', read: params => stringParam(params, 'status') },
    query: ['status'],
    policy: 'hierarchy',
    tags: 'hierarchy',
    envelope: 'resource',
    missing: contentUnavailable,
    operation: ['list', 'Statuses'],
    summary: 'The statuses of documents of the {name}',
  },
`,
};

export const OTHERS: readonly Change[] = [
  {
    file: ROW.file,
    before: 'import { levelsNotFound,',
    text: "import { stringParam } from './params.ts';\n",
  },
  {
    file: 'build/pages/pages.ts',
    before: '  yield resource(paths.statsUrl,',
    text: `  for (const { source, columns } of catalogs.filter(({ source }) => !isDated(source))) {
    const { values, starts } = columnOf({ columns } as typeof catalogs[0], 'status');
    const data = values.map((status, i) => ({ status, documents: (starts[i + 1] ?? 0) - (starts[i] ?? 0) }));
    yield resource(\`/api/\${source.id}/statuses\`, resourceBody(data, newest));
  }
`,
  },
  {
    file: 'build/pages/openapi/answers.ts',
    before: '  sources: {',
    text: `  statuses: {
    data: () => array(object({ status: string, documents: count })),
    query: () => ({ status: query('status', string, 'This status alone.') }),
  },
`,
  },
  {
    file: 'build/pages/openapi/answers.ts',
    before: 'import type { ResourceName }',
    text: "import { count, object } from './schema.ts';\nimport { query } from './parameters.ts';\n",
  },
  {
    file: 'shim/routes/handlers.ts',
    before: '    changes: answerChanges(files),',
    text: `    statuses: async (request, reply, { words, given }) => {
      const path = \`api/\${words.source}/statuses.json\`;
      const { data, meta } = JSON.parse(String((await files.get(path))?.content));
      const json = JSON.stringify({ data: data.filter(({ status }: { status: string }) => status === given), meta });
      return await sendJson(request, reply, { json, tags: cacheTagHeaders(path) }, 'hierarchy');
    },
`,
  },
  {
    file: 'shim/routes/handlers.ts',
    before: 'import type { ComputedName,',
    text: "import { sendJson } from './respond.ts';\nimport { cacheTagHeaders } from '../../build/contract/cache-tags.ts';\n",
  },
];
