import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type NoMessage, RPC } from './rpc-errors.ts';

/** Reads a message. Batches are refused: the protocol dropped them in 2025-06-18, and each would count as one request. */
export function readMessage(text: string): { received: JSONRPCMessage } | NoMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { code: RPC.parseError, message: 'Parse error: the message is not valid JSON.' };
  }
  if (Array.isArray(value))
    return {
      code: RPC.invalidRequest,
      message: 'Invalid request: batches are not taken. Send each message by itself.',
    };
  const read = JSONRPCMessageSchema.safeParse(value);
  if (!read.success)
    return { code: RPC.invalidRequest, message: 'Invalid request: the message is none of JSON-RPC 2.0.' };
  return invalidParams(read.data) ?? { received: read.data };
}

const NEEDING = {
  initialize: { schema: InitializeRequestSchema, needs: 'protocolVersion, capabilities and clientInfo' },
  'tools/call': { schema: CallToolRequestSchema, needs: 'name, a text, and arguments, an object' },
  'resources/read': { schema: ReadResourceRequestSchema, needs: 'uri, a text' },
} as const;

/** The SDK would answer with an internal error and a dump of its schema. */
function invalidParams(message: JSONRPCMessage): NoMessage | null {
  if (!isJSONRPCRequest(message) || !Object.hasOwn(NEEDING, message.method)) return null;
  const { schema, needs } = NEEDING[message.method as keyof typeof NEEDING];
  if (schema.safeParse(message).success) return null;
  const { id, method } = message;
  return { code: RPC.invalidParams, message: `Invalid parameters: ${method} takes ${needs}.`, id };
}
