/** Error codes of JSON-RPC (https://www.jsonrpc.org/specification, section 5.1) and of MCP. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  serverError: -32000,
} as const;

export interface NoMessage {
  code: (typeof RPC)[keyof typeof RPC];
  message: string;
  /** Id of the request; absent where the error belongs to none. */
  id?: string | number;
}

export const errorBody = ({ code, message, id }: NoMessage): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: id ?? null });
