import fs from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { Api } from '../../../../shim/mcp/api.ts';
import { insideCaller } from '../../../../shim/mcp/local-api.ts';
import { callTool, TOOLS } from '../../../../shim/mcp/tools.ts';
import { serveTree } from '../../../../shim/routes/served-tree.ts';
import { configureEngine } from '../../../../shim/search/configure.ts';
import { editable } from '../../../helpers/builds.ts';
import type { Json } from '../../../helpers/shim.ts';
import { buildTree } from '../../../helpers/tree.ts';
import { closeAfter } from '../../../runner/leftovers.cjs';

/** So many notices come with the second build, on one day of October: the first three are of one agency, the others of one each. */
export const NOTICES = 27;
/** So many headings has the last of them. */
export const HEADINGS = 230;
/** Of the journal's page it begins on nothing is known. */
export const WITHOUT_PAGE = '2019-20002';

const SECTION = 'ecfr/title-01/chapter-I/part-1/section-1.1.md';
/** So the second build adds: with the notices comes a section of regulations whose shorthand is that of a statute, `t1/s1`. */
export const ADDED = NOTICES + 1;

const numberOf = (i: number): string => `2019-200${String(i).padStart(2, '0')}`;

function notice(i: number): string {
  const number = numberOf(i);
  const agency = `Harbor Office ${String(Math.max(0, i - 2)).padStart(2, '0')}`;
  const body =
    i === NOTICES - 1
      ? Array.from({ length: HEADINGS }, (_, k) => `## Station ${k + 1}\n\nA gale signal is shown.`).join(
          '\n\n',
        )
      : 'A gale signal & a "storm cone" are shown.';
  const page = number === WITHOUT_PAGE ? '' : `fr_citation: "84 FR ${50000 + i}"\nfr_volume: 84\n`;
  return `---
identifier: "/us/fr/${number}"
source: "fr"
legal_status: "sample"
title: "Gale Signals of Station ${i}"
title_number: 0
title_name: "Federal Register"
section_number: "${number}"
section_name: "Gale Signals of Station ${i}"
positive_law: false
currency: "2019-10-07"
last_updated: "2019-10-07"
format_version: "1.1.0"
generator: "lexbuild@1.26.0"
agency: "${agency}"
document_number: "${number}"
document_type: "notice"
${page}publication_date: "2019-10-07"
agencies:
  - "${agency}"
---

# Gale Signals of Station ${i}

${body}
`;
}

export interface Tools {
  /** The structured answer of a call that has to succeed. */
  answered(tool: string, given?: Json): Promise<Json>;
  /** What a model is told that sees texts alone. */
  told(tool: string, given?: Json): Promise<string>;
  api: Api;
  /** What a call that has to fail is told. */
  refused(tool: string, given?: Json): Promise<string>;
  close(): Promise<void>;
}

/** The tools over a tree of two builds: the sample, and a month of notices more. No server stands between. */
export async function openTools(): Promise<Tools> {
  const { corpus, dist } = editable();
  await buildTree(corpus, dist);
  const month = path.join(corpus, 'fr/2019/10');
  fs.mkdirSync(month, { recursive: true });
  const section = fs.readFileSync(path.join(corpus, SECTION), 'utf8');
  fs.writeFileSync(
    path.join(corpus, path.dirname(SECTION), 'section-1.md'),
    section.replace('/s1.1"', '/s1"').replace('section_number: "1.1"', 'section_number: "1"'),
  );
  for (let i = 0; i < NOTICES; i++) fs.writeFileSync(path.join(month, `${numberOf(i)}.md`), notice(i));
  await buildTree(corpus, dist);
  const log = { info() {}, warn() {}, error: console.error };
  const tree = serveTree({ dist, engine: configureEngine(dist, null), log });
  await tree.open();
  const call = insideCaller(tree)('test');
  const result = (name: string, given: Json) => {
    const tool = TOOLS.find(tool => tool.name === name);
    assert.ok(tool, name);
    const calling = { call, signal: new AbortController().signal, onFailure: console.error };
    return callTool(tool as (typeof TOOLS)[number], given, calling);
  };
  return {
    async answered(name, given = {}) {
      const { isError, content, structuredContent } = await result(name, given);
      assert.not(isError, content[0]?.text);
      return structuredContent;
    },
    async refused(name, given = {}) {
      const { isError, content } = await result(name, given);
      assert.ok(isError, `${name} ${JSON.stringify(given)}`);
      return content[0]?.text ?? '';
    },
    async told(name, given = {}) {
      const { isError, content } = await result(name, given);
      assert.not(isError, content[0]?.text);
      return content[0]?.text ?? '';
    },
    api: new Api(call, new AbortController().signal),
    close: closeAfter(() => tree.close()),
  };
}
