import { UsageError } from '../../build/common/command-line.ts';
import { type ApiCaller, ToolError } from './api.ts';

/** Bytes of an answer of the API: ten times the largest document. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Asks a server of the API over HTTP.
 * @param base its address, such as https://law.example.org, with the path before `/api` if there is one
 * @throws UsageError where the address is invalid
 */
export function remoteCaller(base: string, key: string | undefined): ApiCaller {
  const address = readBase(base);
  // Unlike X-API-Key, this header is dropped by redirects to other servers.
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

/** The message of `fetch` itself says only that it failed. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } };
  return cause?.code ?? (cause?.message || message);
}
