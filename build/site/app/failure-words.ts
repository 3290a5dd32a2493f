import type { Failure } from './api.ts';

/** Text for a reader where the API has no answer. */
export interface FailureWords {
  title: string;
  text: string;
  mayRetry: boolean;
}

const seconds = (number: number): string => `${number} ${number === 1 ? 'second' : 'seconds'}`;

/** @param left seconds of `retryAfter` that remain */
export function failureWords({ status, code, message }: Failure, left = 0): FailureWords {
  const wait = left > 0 ? ` Please wait ${seconds(left)}.` : ' You can ask again now.';
  if (status === 429)
    return words('Too many requests', `The limit of requests a minute has been reached.${wait}`);
  if (code === 'NEEDS_SERVER') return words('This copy of the site has no server', message, false);
  if (code === 'OFFLINE')
    return words(
      'The server could not be reached',
      'Perhaps the connection is broken. Nothing else is lost.',
    );
  if (status === 503) return words('Not available at the moment', sentence(message) + wait);
  if (status === 504)
    return words(
      'That took too long',
      `The search was given up before it was done. Fewer or other words may be quicker.${wait}`,
    );
  if (status === 400) return words('The request is not right', sentence(message), false);
  if (status === 404) return words('Not found', sentence(message), false);
  return words('The server made a mistake', sentence(message));
}

const words = (title: string, text: string, mayRetry = true): FailureWords => ({ title, text, mayRetry });

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
