/** Runs some jobs at a time. After the first failure no other item begins; it is thrown when all running ones are done. */
export async function inParallel<T>(
  items: Iterable<T>,
  jobs: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let failure: { error: unknown } | null = null;
  const worker = async (): Promise<void> => {
    for (;;) {
      const next = failure ? null : left.next();
      if (!next || next.done) return;
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  const ended = failure as { error: unknown } | null;
  if (ended) throw ended.error;
}
