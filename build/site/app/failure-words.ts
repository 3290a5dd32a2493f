import type { Failure } from './api.ts';

/** Text for a reader where the API has no answer. */
export interface FailureWords {
  title: string;
  text: string;
  /** Whether asking again may help. */
  mayRetry: boolean;
}

const seconds = (number: number): string => `${number} ${number === 1 ? 'second' : 'seconds'}`;

/** @param left seconds of `retryAfter` that remain */
export function failureWords({ status, code, message }: Failure, left = 0): FailureWords {
  const wait = left > 0 ? ` Please wait ${seconds(left)}.` : ' You can ask again now.';
  if (status === 429) {
    return {
      title: 'Too many requests',
      text: `The limit of requests a minute has been reached.${wait}`,
      mayRetry: true,
    };
  }
  if (code === 'NEEDS_SERVER') {
    return { title: 'This copy of the site has no server', text: message, mayRetry: false };
  }
  if (code === 'OFFLINE') {
    return {
      title: 'The server could not be reached',
      text: 'Perhaps the connection is broken. Nothing else is lost.',
      mayRetry: true,
    };
  }
  if (status === 503) {
    return { title: 'Not available at the moment', text: `${sentence(message)}${wait}`, mayRetry: true };
  }
  if (status === 504) {
    return {
      title: 'That took too long',
      text: `The search was given up before it was done. Fewer or other words may be quicker.${wait}`,
      mayRetry: true,
    };
  }
  if (status === 400) return { title: 'The request is not right', text: sentence(message), mayRetry: false };
  if (status === 404) return { title: 'Not found', text: sentence(message), mayRetry: false };
  return { title: 'The server made a mistake', text: sentence(message), mayRetry: true };
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
