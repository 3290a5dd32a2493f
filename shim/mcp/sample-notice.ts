import { sourcesUrl } from '../../build/contract/paths.ts';
import { isSample, SAMPLE_NOTICE } from '../../build/contract/sample.ts';
import type { ApiCaller } from './api.ts';
import { withinTime } from './tools.ts';

/** Milliseconds after which a silent server no longer delays an answer. */
const TIME_LIMIT = 3000;

/** @returns the notice for models; empty for a whole collection, or until the API has answered */
export function sampleNotice(call: ApiCaller): () => Promise<string> {
  let known: string | null = null;
  return async () => {
    known ??= await requestNotice(call).catch(() => null);
    return known ?? '';
  };
}

async function requestNotice(call: ApiCaller): Promise<string> {
  const calling = { call, signal: new AbortController().signal, timeLimit: TIME_LIMIT, onFailure: () => {} };
  const { data } = await withinTime(calling, api => api.get<{ data: { sample?: unknown }[] }>(sourcesUrl));
  return isSample(data) ? SAMPLE_NOTICE : '';
}
