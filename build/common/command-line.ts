import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The command line, the environment or a file that they name is unusable; the message says why, and what is allowed. */
export class UsageError extends Error {}

/** The command would do more harm than allowed and did nothing. The message says what, and how to allow it. */
export class Refusal extends Error {}

/** `incomplete`: done except for what had to be left out, with an option that allows it. */
export const EXIT = { done: 0, failed: 1, usage: 2, incomplete: 3, refused: 4 } as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  return error instanceof Refusal ? EXIT.refused : EXIT.failed;
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

export type Flags<O extends Options> = Parsed<O>['values'];

/** @throws UsageError */
export function parseFlags<O extends Options>(
  args: string[],
  options: O,
  allowPositionals = false,
): Parsed<O> {
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export interface Command<O extends Options, Rest extends unknown[]> {
  /** Printed for `--help` and for usage errors. */
  usage: string;
  /** Options of Node's `parseArgs`; `--help` is added. */
  options: O;
  takesOperands?: boolean;
  /** @returns the exit code; undefined while the process goes on */
  execute(flags: Flags<O>, operands: string[], ...rest: Rest): Promise<number | undefined>;
  /** The message for a failure; default: the error's. */
  explain?(error: unknown): string;
}

/** @returns the function that `launch.cjs` runs with the arguments behind the command's name; it never throws */
export function command<O extends Options, Rest extends unknown[] = []>({
  usage,
  options,
  takesOperands,
  execute,
  explain = error => (error as Error).message,
}: Command<O, Rest>) {
  return async (args: string[], ...rest: Rest): Promise<number | undefined> => {
    try {
      const all = { ...options, help: { type: 'boolean' } } as const;
      const { values, positionals } = parseFlags(args, all, takesOperands);
      if (!('help' in values)) return await execute(values as Flags<O>, positionals, ...rest);
      process.stdout.write(usage);
      return EXIT.done;
    } catch (error) {
      const explanation = error instanceof Refusal ? error.message : explain(error);
      process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${usage}` : `${explanation}\n`);
      return exitCodeOf(error);
    }
  };
}
