import { MESSAGE_BYTES } from './bounds.ts';
import { errorBody, RPC } from './rpc-errors.ts';

/** An error of JSON-RPC from `/mcp` itself, before any message is handled. */
export class Refusal extends Error {
  readonly status: number;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  get body(): string {
    return errorBody({ code: RPC.serverError, message: this.message });
  }
}

const tooLarge = new Refusal(413, `The message is too large: it may have ${MESSAGE_BYTES} bytes.`);
const noJson = new Refusal(415, 'The content type of a message is application/json.');

/** Refusals by name; those for Fastify's errors by their codes. */
export const REFUSALS: Readonly<Record<string, Refusal>> & Readonly<Record<'origin' | 'busy', Refusal>> = {
  origin: new Refusal(403, 'Pages of this origin may not speak with this server.'),
  busy: new Refusal(503, 'Too many calls are under way at the moment.', 5),
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: noJson,
};
