import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The command line or the environment is wrong, or what they name cannot be used; the message says what, and what is allowed. */
export class UsageError extends Error {}

/** What would do more harm than was allowed: nothing was done. The message says what, and how it is allowed. */
export class Refusal extends Error {}

/** `incomplete`: done, but for what had to be left out; only where that was asked for. */
export const EXIT = { done: 0, failed: 1, usage: 2, incomplete: 3, refused: 4 } as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  return error instanceof Refusal ? EXIT.refused : EXIT.failed;
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** What was given for the options. */
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
  /** Printed for `--help`, and below what is wrong with a call. */
  usage: string;
  /** As `parseArgs` of Node has them; `--help` is added to them. */
  options: O;
  takesOperands?: boolean;
  /** @returns the exit code; nothing where the process goes on */
  execute(flags: Flags<O>, operands: string[], ...rest: Rest): Promise<number | undefined>;
  /** What is told of a failure; its message where this is left out. */
  explain?(error: unknown): string;
}

/** @returns what `launch.cjs` runs: it takes what follows the command's name, and never throws */
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
      const told = error instanceof Refusal ? error.message : explain(error);
      process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${usage}` : `${told}\n`);
      return exitCodeOf(error);
    }
  };
}
