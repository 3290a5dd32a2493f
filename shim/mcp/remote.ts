import { UsageError } from '../../build/common/command-line.ts';
import { type ApiCaller, ToolError } from './api.ts';

/** Bytes of an answer of the API. The largest document has a tenth of it. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Asks a server of the API over HTTP.
 * @param base its address, as https://law.example.org, with the path before `/api` where there is one
 * @param key an API key
 * @throws UsageError where the address is none
 */
export function remoteCaller(base: string, key: string | undefined): ApiCaller {
  const address = readBase(base);
  // Unlike X-API-Key it goes to no other server where this one redirects.
  const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  return async (target, signal) => {
    try {
      const response = await fetch(address + target, { headers, signal });
      return { status: response.status, body: await boundedText(response) };
    } catch (error) {
      if (signal.aborted || error instanceof ToolError) throw error;
      throw new ToolError(`The server ${address} cannot be reached: ${reasonOf(error)}.`);
    }
  };
}

function readBase(base: string): string {
  if (!/^https?:\/\/[^/?#]/i.test(base) || !URL.canParse(base) || /[?#]/.test(base))
    throw new UsageError(`--url takes the address of a server, as https://law.example.org, not ${base}.`);
  return base.replace(/\/+$/, '');
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new ToolError('The answer of the server is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Of `fetch`, whose own message says only that it failed. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } };
  return cause?.code ?? (cause?.message || message);
}
