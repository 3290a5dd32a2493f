import { TREE_NOTES, withShim } from '../readme.ts';
import type { EdgeOptions } from '../target.ts';

export const readme = (options: EdgeOptions): string => `# nginx in front of ${options.dist}

1. Include \`nginx.conf\` in the http block, for instance from \`/etc/nginx/conf.d/\`. It takes \`variables_hash_max_size\`; where the
   http block sets that itself, delete the line here.
2. Let nginx's user read the tree.
3. \`nginx -t\`, then reload.
4. Set \`pcre_jit on;\` in the main context of \`nginx.conf\`, where Debian's package leaves it off: patterns are compiled then, and cost a fraction.
${withShim(options, 'nginx')}
## What nginx does otherwise than the shim

- ETags are made of time and size, and weak where it compresses. Builds give equal files equal times, so two servers of one tree agree, and
  304 works. They differ from the shim's: whoever changes between the two fetches once more.
- ${options.origin ? 'Ranges of documents are asked of the shim.' : 'Ranges work for documents; one beyond the end is told without the length.'}
- Paths with broken escapes, with %00, or that climb above the root are 400 before the configuration is asked, with a shorter message.
- Queries of more than 999 characters are not looked for among the files: the shim answers them, or 503 where there is none.
- Of several \`Accept\` headers nginx before 1.23 sees the first.
- ${options.origin ? 'Pages of the site are asked of the shim, which fills their heads; while it is away they have' : 'Pages of the site have'} the head of the home page until the app has filled it. \`/mcp\` is ${options.origin ? 'passed on with body and method' : '503'}.
- It compresses with gzip; with the module ngx_brotli uncomment the line for it.
${TREE_NOTES}`;
