import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as assert from 'uvu/assert';
import type { Json } from './shim.ts';

/** The SDK's own client, and what tests ask of it. */

export interface Called {
  isError: boolean;
  /** Of an error: its message. */
  text: string;
  structured: Json;
}

export async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  // Its types are not made for exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

/** @param key an API key */
export const httpTransport = (port: number, key = ''): Transport =>
  new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { 'x-api-key': key } },
  }) as Transport;

/** Calls a tool. An answer has one text, and is structured where it is no error; of a sample it says so in both, which is left out here. */
export async function call(client: Client, name: string, args: Json = {}): Promise<Called> {
  const result: Json = await client.callTool({ name, arguments: args });
  const { structuredContent: all, isError = false } = result;
  const [{ text }, ...others] = result.content;
  assert.equal(
    others.map((other: Json) => other.text),
    all?.notice === undefined ? [] : [all.notice],
  );
  assert.is(all === undefined, isError);
  const { notice: _, ...structured } = all ?? {};
  return { isError, text, structured: all && structured };
}

/** The structured answer of a call that has to succeed. */
export async function answered(client: Client, name: string, args: Json = {}): Promise<Json> {
  const { isError, text, structured } = await call(client, name, args);
  assert.not(isError, text);
  return structured;
}

/** A call that has to fail, with a message and nothing of the program's inside. */
export async function refused(client: Client, name: string, args: Json, message: RegExp): Promise<void> {
  const { isError, text } = await call(client, name, args);
  assert.ok(isError, `${name} ${JSON.stringify(args)}: ${text.slice(0, 200)}`);
  assert.match(text, message);
  assert.not.match(text, /\n\s+at |node_modules|\.ts:\d/);
}

export interface Posted {
  status: number;
  headers: Headers;
  json: Json;
}

export const rpc = (method: string, params: Json = {}, id: Json = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** Sends a body to `/mcp` as it is. */
export async function post(
  port: number,
  body: string,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Posted> {
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method,
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) };
}
