import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { COMMON_HEADERS, optionsHeaders } from '../../contract/headers.ts';
import { smallTable } from '../../contract/routing/small-table.ts';
import { SOURCES } from '../../contract/sources.ts';
import { bodyOf, ERRORS, jsonHeadersOf } from '../errors.ts';
import type { AloneAnswers } from './function.ts';

/** ECMAScript 6+ syntax that CloudFront's runtime 2.0 supports, so that esbuild keeps it. */
export const LANGUAGE = {
  arrow: true,
  'const-and-let': true,
  'template-literal': true,
  'rest-argument': true,
} as const;

/** CloudFront's limit. */
export const MAX_FUNCTION_BYTES = 10_240;

/** @returns `function.js` @throws Error if it is too large */
export async function bundleFunction(hasShim: boolean): Promise<string> {
  const table = JSON.stringify(smallTable(SOURCES));
  const made = hasShim ? `answerer(${table})` : `answererAlone(${table}, ${JSON.stringify(aloneAnswers())})`;
  const contents = `
    import { answerer, answererAlone } from './function.ts';
    export const answer = ${made};`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es5',
    supported: LANGUAGE,
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  });
  const code = outputFiles[0]?.text ?? '';
  // The runtime has one import and no exports: it calls `handler`.
  const [exported = '', name = ''] = /export\{([\w$]+) as answer\};?\n?$/.exec(code) ?? [];
  const body = code.slice(0, code.length - exported.length);
  const text = `import cf from 'cloudfront';\n${body}\nfunction handler(event){return ${name}(event,cf)}\n`;
  const bytes = Buffer.byteLength(text);
  if (name === '' || bytes > MAX_FUNCTION_BYTES) throw new Error(`function.js would have ${bytes} bytes`);
  return text;
}

/** Answers in the form of CloudFront's events. */
function aloneAnswers(): AloneAnswers {
  const error = ERRORS.alone;
  return {
    unavailable: {
      statusCode: error.status,
      statusDescription: 'Service Unavailable',
      headers: valued(jsonHeadersOf(error)),
      body: { encoding: 'text', data: bodyOf(error) },
    },
    // The asterisk does not include Authorization (Fetch Standard, section 3.3.4).
    options: {
      statusCode: 204,
      statusDescription: 'No Content',
      headers: valued({ ...COMMON_HEADERS, ...optionsHeaders('*, Authorization') }),
    },
  };
}

const valued = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
