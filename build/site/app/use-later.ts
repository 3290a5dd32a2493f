import { useEffect, useState } from 'preact/hooks';

/** Milliseconds until what stands below the text is asked for: readers who leave at once load nothing for it. */
const PAUSE = 1000;

/** @param isWanted false until there is anything to wait for @returns true some time after that */
export function useLater(isWanted: boolean): boolean {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setTime(true), PAUSE);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return isWanted && isTime;
}
