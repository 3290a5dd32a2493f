import { ApiError } from '../../build/contract/errors.ts';
import { Api, type ApiCaller, ToolError } from './api.ts';
import { readArguments } from './arguments.ts';
import { CALL_TIME_LIMIT } from './bounds.ts';
import type { Tool } from './tool.ts';
import { browse } from './tools/browse.ts';
import { changes } from './tools/changes.ts';
import { history } from './tools/history.ts';
import { listDocuments } from './tools/list-documents.ts';
import { readDocument } from './tools/read-document.ts';
import { readLevel } from './tools/read-level.ts';
import { references } from './tools/references.ts';
import { resolveCitation } from './tools/resolve-citation.ts';
import { search } from './tools/search.ts';
import { versions } from './tools/versions.ts';

export const TOOLS: readonly Tool[] = [
  ...[search, readDocument, resolveCitation, listDocuments],
  ...[browse, readLevel, references, versions, history, changes],
];

/** Descriptions for clients. All tools only read, within this collection. */
export const toolDescriptions = () =>
  TOOLS.map(({ name, title, description, input, output }) => ({
    name,
    title,
    description,
    inputSchema: input,
    outputSchema: output,
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }));

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface Calling {
  call: ApiCaller;
  signal: AbortSignal;
  /** Gets unexpected errors, which the model never sees. */
  onFailure(error: unknown): void;
  timeLimit?: number;
}

/** Calls a tool. Failures are results, too, so that the model can read them and try again. */
export async function callTool(
  tool: Tool,
  given: Record<string, unknown>,
  calling: Calling,
): Promise<ToolResult> {
  try {
    const values = readArguments(tool.input, given);
    const { structured, text } = await withinTime(calling, api => tool.run(values, api));
    const content = [{ type: 'text' as const, text: text ?? JSON.stringify(structured) }];
    return { content, structuredContent: { ...structured } };
  } catch (error) {
    return { content: [{ type: 'text', text: messageOf(error, calling) }], isError: true };
  }
}

/** Bounds the time of an answer, even of work that ignores signals. @throws ToolError */
export async function withinTime<T>(
  { call, signal, timeLimit = CALL_TIME_LIMIT }: Calling,
  work: (api: Api) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(overdue(timeLimit)), timeLimit);
  const leave = () => stop.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    const stopped = new Promise<never>((_, reject) => {
      if (stop.signal.aborted) reject(stop.signal.reason);
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
    });
    const working = work(new Api(call, stop.signal));
    // No caller waits for a failure after the time limit.
    working.catch(() => {});
    return await Promise.race([working, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

const overdue = (milliseconds: number): ToolError =>
  new ToolError(`The call took longer than ${milliseconds / 1000} seconds. Ask for less, or again later.`);

/** Returns the message for the model: only messages of known errors are shown. */
export function messageOf(
  error: unknown,
  { signal, onFailure }: Pick<Calling, 'signal' | 'onFailure'>,
): string {
  if (error instanceof ToolError || error instanceof ApiError) return error.message;
  if (!signal.aborted) onFailure(error);
  return 'An internal error occurred.';
}
