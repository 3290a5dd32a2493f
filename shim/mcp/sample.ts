import { sourcesUrl } from '../../build/contract/paths.ts';
import { isSample, SAMPLE_NOTICE } from '../../build/contract/sample.ts';
import type { ApiCaller } from './api.ts';
import { withinTime } from './tools.ts';

/** A server that does not answer holds nothing else up for longer, in milliseconds. */
const TIME_LIMIT = 3000;

/**
 * Finds out whether the collection is a sample: asked for when a server is made, and with each call as long as there was no answer.
 * @returns what a model has to be told; empty where there is nothing to tell, or nobody who could
 */
export function sampleNotice(call: ApiCaller): () => Promise<string> {
  let known: string | null = null;
  return async () => {
    known ??= await asked(call).catch(() => null);
    return known ?? '';
  };
}

async function asked(call: ApiCaller): Promise<string> {
  const calling = { call, signal: new AbortController().signal, timeLimit: TIME_LIMIT, onFailure: () => {} };
  const { data } = await withinTime(calling, api => api.get<{ data: { sample?: unknown }[] }>(sourcesUrl));
  return isSample(data) ? SAMPLE_NOTICE : '';
}
