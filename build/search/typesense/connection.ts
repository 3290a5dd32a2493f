import { globalAgent as httpAgent } from 'node:http';
import { globalAgent as httpsAgent } from 'node:https';
import axios, { type AxiosAdapter } from 'axios';
import { Client } from 'typesense';
import type { ConfigurationOptions } from 'typesense/lib/Typesense/Configuration.js';
import { UsageError } from '../../common/command-line.ts';

export interface TypesenseSettings {
  /** Addresses such as `http://127.0.0.1:8108`, without a slash at the end. */
  nodes: readonly string[];
  apiKey: string;
  /** The name that the shim searches. It leads to the collection that was filled last. */
  collection: string;
}

/** Reads the variables of `npm run index` and of the shim. @throws UsageError */
export function readTypesense(env: NodeJS.ProcessEnv): TypesenseSettings {
  const needed = (name: string): string => {
    const value = env[name]?.trim();
    if (value) return value;
    throw new UsageError(`The variable ${name} is not set.`);
  };
  const collection = env.TYPESENSE_COLLECTION || 'pandect';
  if (!/^[\w.-]{1,100}$/.test(collection))
    throw new UsageError(
      'TYPESENSE_COLLECTION must be made of letters, digits, dots, hyphens and underscores.',
    );
  return { nodes: parseNodes(needed('TYPESENSE_URL')), apiKey: needed('TYPESENSE_API_KEY'), collection };
}

/** Parses TYPESENSE_URL. @throws UsageError without the address, which may hold a password */
export function parseNodes(urls: string): string[] {
  return urls.split(',').map((text, i) => {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
      throw new UsageError(
        `TYPESENSE_URL: address ${i + 1} is not of the form http://host:port or https://host:port, without a name or password.`,
      );
    return url.origin + url.pathname.replace(/\/$/, '');
  });
}

/** Sends requests without redirects, which the library would follow with the key. @param maxBytes of an answer, unpacked */
export const sendBounded =
  (maxBytes: number): AxiosAdapter =>
  config =>
    axios.getAdapter('http')({ ...config, maxRedirects: 0, maxContentLength: maxBytes });

export const makeClient = (
  { nodes, apiKey }: Pick<TypesenseSettings, 'nodes' | 'apiKey'>,
  axiosAdapter: AxiosAdapter,
  options: Partial<ConfigurationOptions>,
): Client =>
  new Client({
    nodes: nodes.map(url => ({ url })),
    apiKey,
    axiosAdapter,
    // The library would make an agent for each request, and its log lines hold addresses.
    ...{ httpAgent, httpsAgent, logLevel: 'silent' },
    // The server takes longer to compress an answer than to send it.
    additionalHeaders: { 'Accept-Encoding': 'identity' },
    ...options,
  });
