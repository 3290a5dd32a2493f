import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../api.ts';
import { failureWords } from '../failure-words.ts';

interface Props {
  failure: Failure;
  /** Asks again. Offered where that may help and the server's waiting time is over. */
  again: () => void;
  children?: ComponentChildren;
  /** The message is the whole page: its title is the heading. */
  isPage?: boolean;
}

export function FailureMessage({ failure, again, children, isPage = false }: Props) {
  const left = useSecondsLeft(failure);
  const { title, text, mayRetry } = failureWords(failure, left);
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div class="message" role={isPage ? undefined : 'alert'}>
      <Heading>{title}</Heading>
      {/* Read out once, not with every second of the countdown. */}
      <p aria-live={left > 0 ? 'off' : undefined}>{text}</p>
      {mayRetry && (
        <p>
          <button type="button" class="button" disabled={left > 0} onClick={again}>
            Ask again
          </button>
        </p>
      )}
      {children}
    </div>
  );
}

/** Counts down the seconds that the server asked to wait. */
function useSecondsLeft(failure: Failure): number {
  const [left, setLeft] = useState(failure.retryAfter ?? 0);
  useEffect(() => {
    const end = Date.now() + (failure.retryAfter ?? 0) * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    if (failure.retryAfter === null) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [failure]);
  return left;
}
