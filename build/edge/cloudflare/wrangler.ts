import type { EdgeOptions } from '../target.ts';

export type Store = 'R2' | 'assets';

/** The runtime that the Worker is written and tested for. */
export const COMPATIBILITY_DATE = '2026-04-01';

/** A TOML string; its escapes are those of JSON. */
const quoted = (text: string): string => JSON.stringify(text);

const STORES: Readonly<Record<Store, string>> = {
  R2: `# The bucket that holds the tree.
[[r2_buckets]]
binding = "TREE"
bucket_name = "pandect"
`,
  assets: `# What the tree gives out, as README.md puts it there. Every request goes to the Worker: it knows the headers.
[assets]
binding = "ASSETS"
directory = "./assets"
run_worker_first = true
html_handling = "none"
not_found_handling = "none"
`,
};

export const wranglerToml = ({ origin }: EdgeOptions, store: Store): string => `name = "pandect"
main = "worker.js"
compatibility_date = "${COMPATIBILITY_DATE}"
no_bundle = true

[vars]
# Where the shim is, such as "https://shim.example.org"; empty where there is none.
ORIGIN = ${quoted(origin?.origin ?? '')}

${STORES[store]}`;
