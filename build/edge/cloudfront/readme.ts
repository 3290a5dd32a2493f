/** Instructions for the operator, and the limits of CloudFront. */

const WITH_SHIM = `Searches, health, projections (\`fields\`), lists that are no files, errors and questions about methods go to the shim. A list page that
the function takes for a file and that is none (a filter's value that no document has, a page beyond the end) is asked of
S3 first and then of the shim, by the name of its file. While the shim is away the answer is 503 in the shape of the API's errors.

Let the shim believe the \`X-Forwarded-For\` of CloudFront alone: \`TRUST_PROXY\` with the networks of the service \`CLOUDFRONT_ORIGIN_FACING\` in
https://ip-ranges.amazonaws.com/ip-ranges.json, and the prefix list \`com.amazonaws.global.cloudfront.origin-facing\` in its
security group. What comes from S3 counts for nobody's rate limit, and carries no \`X-RateLimit\` headers.`;

const WITHOUT_SHIM = `There is no shim: the function answers what is no file with 503 in the shape of the API's errors, health included. A list page that it takes
for a file and that is none (a filter's value that no document has, a page beyond the end) is 404.`;

export const readme = (hasShim: boolean): string => `# The API on Amazon CloudFront

\`template.yaml\` makes a bucket, a distribution and the function that maps requests to keys of the bucket (\`function.js\`, which the template
holds; CloudFront takes 10,240 bytes).

## Steps

\`\`\`sh
aws cloudformation deploy --template-file template.yaml --stack-name pandect --region us-east-1
aws cloudformation describe-stacks --stack-name pandect --region us-east-1 --query 'Stacks[0].Outputs'
\`\`\`

Fill the bucket, now and after each build, with rclone and a remote \`s3\` of the type S3. The script gives each object the type and the
\`Cache-Control\` that it is to be sent with (\`npm run sync -- DIST s3://BUCKET\`, to the bucket that the template has made, does the same for all but \`errors/\`, in an order in which no reader finds a
list that names what is not there, and asks S3 for nothing where nothing has changed); then drop what the cache has kept:

\`\`\`sh
sh upload.sh s3:BUCKET
aws cloudfront create-invalidation --distribution-id ID --paths '/*'
\`\`\`

Without that, documents are up to a day old and lists up to an hour. An object whose content has not changed is not uploaded again: after a
change of the headers' table give the script \`--ignore-times\`.

## The shim

${hasShim ? WITH_SHIM : WITHOUT_SHIM}

## What CloudFront cannot do

- The ETags of files are those of S3: the MD5 of the content, equal wherever the tree is uploaded so (in one part, without a key of one's own),
  but other than the shim's. Conditional requests and ranges work. A compressed answer has a weak one.
- Every request is one of the function, answers from the cache included. The cache keeps a file once for all spellings of its URL.
- Documents, titles and months that are not there are 404 in the shape of the API's errors, without the name that was asked for, as S3 cannot
  repeat it, and without \`Vary\`.
- Requests that present an API key get files as everybody does, with a public \`Cache-Control\`.
- A time-out of the shim's own (504) is told as 503.
- The CORS headers come from a policy: CloudFront sends them where a request has an \`Origin\`.
- ${hasShim ? "Pages of the site are the shim's; its files are S3's." : 'Pages of the site are the one shell with status 200 and the title of the home page, whatever they are about: the app in it says that there is nothing.'}
- The headers of pages are on all answers of S3.
- Objects of more than 10 MB are not compressed.
`;
