import { runInNewContext } from 'node:vm';
import type { RoutedRequest } from '../../../build/contract/routing/routes.ts';
import type { Json } from '../shim.ts';

/** CloudFront's functions, run without anything of Node, on events of the documented form. */

export interface Outcome {
  /** The request, changed, or an answer. */
  returned: Json;
  /** The origin or, where there are two, origins that the function chose; none is the default. */
  origins: readonly string[];
  /** Of an origin group. */
  failover: readonly number[];
}

export type RunFunction = (request: RoutedRequest, headers?: Readonly<Record<string, string>>) => Outcome;

const IMPORT = /^import cf from 'cloudfront';\n/;

/** @param code `function.js` */
export function cloudFrontFunction(code: string): RunFunction {
  if (!IMPORT.test(code)) throw new Error('The import is not the first line');
  let chosen: Omit<Outcome, 'returned'>;
  const cf = {
    selectRequestOriginById: (id: string) => (chosen = { origins: [id], failover: [] }),
    createRequestOriginGroup: (group: Json) =>
      (chosen = { origins: [...group.originIds], failover: [...group.failoverCriteria.statusCodes] }),
  };
  const sandbox: Json = { cf };
  runInNewContext(`${code.replace(IMPORT, '')};globalThis.run = handler;`, sandbox);
  return (request, headers = {}) => {
    chosen = { origins: [], failover: [] };
    const returned = sandbox.run(viewerRequest(request, headers));
    return { returned, ...chosen };
  };
}

/** `Structure of the event`, in the Developer Guide of CloudFront. */
function viewerRequest({ method, target, accept }: RoutedRequest, headers: Readonly<Record<string, string>>) {
  const mark = target.indexOf('?');
  const uri = mark < 0 ? target : target.slice(0, mark);
  const search = mark < 0 ? undefined : target.slice(mark + 1);
  const sent = { host: 'd111111abcdef8.cloudfront.net', ...headers, ...(accept !== undefined && { accept }) };
  return {
    version: '1.0',
    context: { distributionId: 'EDFDVBD6EXAMPLE', eventType: 'viewer-request', requestId: 'EXAMPLE' },
    viewer: { ip: '192.0.2.1' },
    request: {
      method,
      uri,
      querystring: querystring(search),
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, { value }])),
      cookies: {},
      rawQueryString: () => search,
    },
  };
}

function querystring(search: string | undefined) {
  const pairs = (search ?? '').split('&').filter(pair => pair !== '');
  return Object.fromEntries(
    pairs.map(pair => {
      const [name = '', ...value] = pair.split('=');
      return [name, { value: value.join('=') }];
    }),
  );
}
