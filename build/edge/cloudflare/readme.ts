import type { Store } from './wrangler.ts';

const quotedPath = (file: string): string => `'${file.replaceAll("'", `'\\''`)}'`;

const UPLOADS: Readonly<Record<Store, (dist: string) => string>> = {
  R2: () => `Make the bucket and fill it, once and after each build:

\`\`\`sh
npx wrangler r2 bucket create pandect
export AWS_ENDPOINT_URL_S3=https://ACCOUNT.r2.cloudflarestorage.com AWS_REGION=auto AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=…
npm run sync -- DIST s3://pandect
\`\`\`

That brings documents before the lists that name them, removes what is gone last, and gives R2 the SHA-256, which the Worker then need not compute. The
Worker sets all headers itself, so any other upload does as well: \`api/\`, \`site/\`, \`bulk/\`, \`changes/\`, \`manifest/\`, then \`manifest.json\`.`,
  assets:
    dist => `The tree is small enough to be assets of the Worker (20,000 files, none over 1 MiB). Beside \`wrangler.toml\`, now and after each build:

\`\`\`sh
rm -rf assets && mkdir assets
for folder in api site; do if [ -d ${quotedPath(dist)}/$folder ]; then cp -R ${quotedPath(dist)}/$folder assets/; fi; done
\`\`\`

For a larger tree run \`npm run edge -- cloudflare\` again, and it becomes a bucket. What mirrors read (\`manifest.json\`, \`bulk/\`, \`changes/\`) is given out from a bucket only.`,
};

export const readme = (store: Store, dist: string): string => `# The API on Cloudflare

\`worker.js\` is a Worker that runs the routing rule of the API in front of the tree, which lies in ${store}.

## Steps

${UPLOADS[store](dist)}

\`\`\`sh
npx wrangler deploy
\`\`\`

Give the Worker a domain of yours (Workers & Pages, Settings, Domains): on \`workers.dev\` there is no cache. After each upload
drop what the cache has kept:

\`\`\`sh
curl -X POST "https://api.cloudflare.com/client/v4/zones/$ZONE/purge_cache" \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"purge_everything":true}'
\`\`\`

Without that, documents are up to a day old and lists up to an hour.

## The shim

\`ORIGIN\` in \`wrangler.toml\` says where it is. It answers searches, health, projections (\`fields\`) and lists that are no files; the
Worker waits 10 seconds for it, keeps its public answers of up to 1 MiB as long as they say, under one address for all spellings, and
never an answer to a request that presents an API key. Without it, or while it is away, these requests get 503 in the shape of the
API's errors, and health says that; files are not affected.

The Worker names the client in \`X-Forwarded-For\`. Let the shim believe that of Cloudflare alone: \`TRUST_PROXY\` with the networks of
https://www.cloudflare.com/ips, and a firewall or a Cloudflare Tunnel before it, or all clients share one rate limit.
What the Worker answers from files counts for nobody's rate limit, and carries no \`X-RateLimit\` headers.

\`/api/changes?since=\` needs no shim: the Worker puts it together from \`changes/\` of the bucket, and keeps it for a minute. (Where the tree is
assets, the shim has it.)

Former versions (\`?on=\`), differences, changes of levels and events need no shim either: the Worker makes them of the same files. Plain text and
paragraphs of former versions, files over 1 MiB, and pages of more than 20 documents in lists of a day are the shim's. A difference takes 1 to 100 ms
of computing time, more than the free plan has for long sections.

## The site

Pages are made here as the shim makes them, with title, description and canonical link of what they are about; a page of something that is not there
is 404. \`/mcp\` is the shim's, whole.

## Validators

The ETag is the shim's: it is made of the SHA-256 of the bytes, which the Worker computes when it reads a file and keeps with it. (R2's own is
an MD5, or nothing of the kind for an upload in parts.) Where an upload has given R2 the SHA-256, that is taken. Files over 1 MiB
are never held: they are read once more for their ETag, which is kept, and then streamed, ranges included.
Cloudflare compresses for clients that accept it, and makes the ETag of such an answer weak; a conditional request with it is answered 304.

## Limits

- Cloudflare resolves \`..\` in paths before the Worker sees them, and cuts off what stands behind a \`#\`.
- A Worker of the free plan has 10 ms of computing time for a request, and 100,000 requests a day. The hash of a megabyte takes 1 to 3 ms.
- A file that is not in the data center's cache is one read of R2 (class B).
`;
