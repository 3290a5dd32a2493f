/** JSON-RPC's codes of what is no message (https://www.jsonrpc.org/specification, section 5.1), and MCP's of what it never got to. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  serverError: -32000,
} as const;

/** Why something is no message, or none that can be passed on. */
export interface NoMessage {
  code: (typeof RPC)[keyof typeof RPC];
  message: string;
  /** Of the request; left out where the error belongs to none. */
  id?: string | number;
}

export const errorBody = ({ code, message, id }: NoMessage): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: id ?? null });
