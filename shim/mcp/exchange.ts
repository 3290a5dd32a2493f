import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { readMessage } from './messages.ts';
import { errorBody } from './rpc-errors.ts';
import { createMcpServer, type McpServerOptions } from './server.ts';

/** One request of MCP's streamable HTTP and its answer, without sessions and streams: one JSON message in, one out. */

export interface Exchange extends McpServerOptions {
  body: string;
  contentType: string | undefined;
  protocolVersion: string | undefined;
  signal: AbortSignal;
}

export interface Exchanged {
  status: number;
  /** Empty where the message needs no answer. */
  body: string;
}

export async function exchange({
  body,
  contentType,
  protocolVersion,
  signal,
  ...options
}: Exchange): Promise<Exchanged> {
  const read = readMessage(body);
  if (!('received' in read)) return { status: read.id === undefined ? 400 : 200, body: errorBody(read) };
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = await createMcpServer(options);
  await server.connect(transport);
  // Closing the server aborts the work for this request.
  const leave = () => void server.close();
  signal.addEventListener('abort', leave, { once: true });
  try {
    const request = new Request(ADDRESS, {
      method: 'POST',
      headers: {
        // Every client gets JSON, whatever its `Accept` says, as everywhere in the API.
        accept: 'application/json, text/event-stream',
        'content-type': contentType ?? '',
        ...(protocolVersion !== undefined && { 'mcp-protocol-version': protocolVersion }),
      },
    });
    return await Promise.race([answered(transport, request, read.received), left(signal)]);
  } finally {
    signal.removeEventListener('abort', leave);
    await server.close();
  }
}

/** The transport needs a URL, but ignores the path. */
const ADDRESS = 'http://pandect/mcp';

async function answered(
  transport: WebStandardStreamableHTTPServerTransport,
  request: Request,
  message: JSONRPCMessage,
): Promise<Exchanged> {
  const response = await transport.handleRequest(request, { parsedBody: message });
  return { status: response.status, body: await response.text() };
}

/** For the log only: the client has left. */
const LEFT: Exchanged = { status: 499, body: '' };

const left = (signal: AbortSignal): Promise<Exchanged> =>
  new Promise(resolve => {
    if (signal.aborted) resolve(LEFT);
    signal.addEventListener('abort', () => resolve(LEFT), { once: true });
  });
