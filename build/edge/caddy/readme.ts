import { TREE_NOTES, withShim } from '../readme.ts';
import type { EdgeOptions } from '../target.ts';

export const readme = (options: EdgeOptions): string => `# Caddy in front of ${options.dist}

1. \`caddy run --config Caddyfile\`, or \`import\` the file in yours. For HTTPS put the name of the site in place of \`http://:${options.listen.port}\`.
2. Let Caddy's user read the tree.
3. \`caddy validate --config Caddyfile\`, then reload.
${withShim(options, 'Caddy')}
## What Caddy does otherwise than the shim

- ETags are made of time and size, and weak, since one stands for all encodings. Builds give equal files equal times, so two servers of one
  tree agree, and 304 works. They differ from the shim's: whoever changes between the two fetches once more.
- ${options.origin ? 'Ranges of documents are asked of the shim.' : 'Ranges work for documents; errors about them are plain text.'}
- Queries of more than 999 characters are not looked for among the files: the shim answers them, or 503 where there is none.
- Paths with broken escapes are 400 before the configuration is asked, as plain text and without CORS.
- ${options.origin ? 'Pages of the site are asked of the shim, which fills their heads; while it is away they have' : 'Pages of the site have'} the head of the home page until the app has filled it. \`/mcp\` is ${options.origin ? 'passed on with body and method' : '503'}.
- It compresses with zstd or gzip.
${TREE_NOTES}`;
