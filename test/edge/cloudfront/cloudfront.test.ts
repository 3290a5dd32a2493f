import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { type Test, test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../../build/common/command-line.ts';
import { CACHE_CONTROL, COMMON_HEADERS, PAGE_HEADERS } from '../../../build/contract/headers.ts';
import { cloudfront } from '../../../build/edge/cloudfront/cloudfront.ts';
import { bucketPolicy } from '../../../build/edge/cloudfront/template/bucket.ts';
import { headersPolicy } from '../../../build/edge/cloudfront/template/policies.ts';
import { testWhere } from '../../helpers/needs.ts';
import type { Json } from '../../helpers/shim.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** The files of a deployment, and the template above all. */

const filesFor = async (origin: string | null) => {
  const url = origin === null ? null : new URL(origin);
  const files = await cloudfront.files({
    dist: '/tree',
    listen: { host: '127.0.0.1', port: 1 },
    origin: url,
  });
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, String(content)]));
};
const resourcesFor = async (origin: string | null): Promise<Json> =>
  (load((await filesFor(origin))['template.yaml'] ?? '') as Json).Resources;

const SHIM = 'https://shim.example.org:8443';

test('a deployment has a function, its template, an upload, error pages and a README', async () => {
  const files = await filesFor(SHIM);
  assert.equal(Object.keys(files).sort(), [
    ...['README.md', 'errors/away.json', 'errors/missing.json'],
    ...['function.js', 'template.yaml', 'upload.sh'],
  ]);
  assert.is((await resourcesFor(SHIM)).Route.Properties.FunctionCode, files['function.js']);
  assert.match(files['README.md'] ?? '', /TRUST_PROXY/);
  assert.not.match((await filesFor(null))['README.md'] ?? '', /TRUST_PROXY/);
});

const lint = spawnSync('cfn-lint', ['--version']).status === 0 ? null : 'cfn-lint (PyPI) is missing';

testWhere(test as Test, lint, 'the linter accepts the template, with and without a shim', async () => {
  const folder = temporaryFolder();
  for (const [name, origin] of Object.entries({
    with: SHIM,
    plain: 'http://shim.example.org',
    alone: null,
  })) {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, (await filesFor(origin))['template.yaml'] ?? '');
    const { status, stdout } = spawnSync('cfn-lint', [file], { encoding: 'utf8' });
    assert.is(status, 0, stdout);
  }
});

test('the origin option becomes an origin of the template', async () => {
  const originsFor = async (origin: string | null) => {
    const { Origins } = (await resourcesFor(origin)).Distribution.Properties.DistributionConfig;
    assert.is(Origins[0].Id, 'tree');
    return Origins.slice(1);
  };
  assert.equal(await originsFor(null), []);
  const [shim] = await originsFor(SHIM);
  assert.equal([shim.Id, shim.DomainName], ['shim', 'shim.example.org']);
  const { OriginProtocolPolicy, HTTPSPort } = shim.CustomOriginConfig;
  assert.equal([OriginProtocolPolicy, HTTPSPort], ['https-only', 8443]);
  const [plain] = await originsFor('http://shim.example.org');
  assert.equal(
    [plain.CustomOriginConfig.OriginProtocolPolicy, plain.CustomOriginConfig.HTTPPort],
    ['http-only', undefined],
  );
});

test('an origin that CloudFront cannot reach is refused', async () => {
  for (const origin of [
    'http://127.0.0.1:3000',
    'http://[::1]',
    'http://localhost:3000',
    'https://shim.example.org:22',
  ])
    await filesFor(origin).then(
      () => assert.unreachable(origin),
      error => assert.instance(error, UsageError),
    );
});

test('answers are cached as their headers say, by their inputs, and errors of S3 become errors of the API', async () => {
  const { Answers, Distribution, TreePolicy, Common } = await resourcesFor(SHIM);
  const policy = Answers.Properties.CachePolicyConfig;
  assert.equal([policy.MinTTL, policy.DefaultTTL], [0, 0]);
  const keys = policy.ParametersInCacheKeyAndForwardedToOrigin;
  assert.equal(keys.HeadersConfig.Headers, ['Accept', 'Authorization', 'X-API-Key']);
  assert.is(keys.QueryStringsConfig.QueryStringBehavior, 'all');
  const config = Distribution.Properties.DistributionConfig;
  assert.equal(
    config.CustomErrorResponses.map((page: Json) => [
      page.ErrorCode,
      page.ResponseCode,
      page.ResponsePagePath,
    ]),
    [
      [403, 404, '/errors/missing.json'],
      [502, 503, '/errors/away.json'],
      [504, 503, '/errors/away.json'],
    ],
  );
  // Without the right to list, S3 says 403 of what it does not have.
  assert.is(TreePolicy.Properties.PolicyDocument.Statement[0].Action, 's3:GetObject');
  const { CorsConfig } = Common.Properties.ResponseHeadersPolicyConfig;
  assert.is(
    CorsConfig.AccessControlExposeHeaders.Items.join(', '),
    COMMON_HEADERS['access-control-expose-headers'],
  );
  const behaviors = [config.DefaultCacheBehavior, ...config.CacheBehaviors];
  const functionsOf = ({ FunctionAssociations = [] }: Json) =>
    FunctionAssociations.map((at: Json) => [at.EventType, at.FunctionARN['Fn::GetAtt'][0]].join(' '));
  assert.equal(behaviors.map(functionsOf), [
    ['viewer-request Route'],
    [],
    [],
    ['viewer-request Route', 'viewer-response Vary'],
  ]);
  assert.equal(
    behaviors.map(({ PathPattern, ResponseHeadersPolicyId: policy }: Json) => [PathPattern, policy?.Ref]),
    [
      [undefined, 'Common'],
      ['/errors/*', 'Common'],
      ['/mcp', undefined],
      ['/api/*/documents/*', 'Common'],
    ],
  );
  const policyOf = ({ Properties: { ResponseHeadersPolicyConfig: policy } }: Json) =>
    policy.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy;
  assert.is(policyOf(Common), PAGE_HEADERS['content-security-policy']);
});

test('only this distribution reads the bucket, and only its public files', async () => {
  const { Tree, TreePolicy } = await resourcesFor(SHIM);
  assert.equal([...new Set(Object.values(Tree.Properties.PublicAccessBlockConfiguration))], [true]);
  const [statement, ...others] = TreePolicy.Properties.PolicyDocument.Statement;
  assert.equal([others.length, statement.Effect, statement.Action], [0, 'Allow', 's3:GetObject']);
  const keys: string[] = statement.Resource.map((resource: Json) =>
    resource['Fn::Sub'].replace(/^.*Arn\}\//, ''),
  );
  for (const key of ['api/*', 'site/*', 'errors/*', 'manifest.json']) assert.ok(keys.includes(key), key);
  for (const key of keys) assert.not.match(key, /^\*|^catalog|^build\.json/);
});

test('headers of the shim are kept', () => {
  const { Items } = (headersPolicy('files', { ...COMMON_HEADERS, ...PAGE_HEADERS }) as Json).Properties
    .ResponseHeadersPolicyConfig.CustomHeadersConfig;
  assert.ok(Items.length > 0);
  for (const { Header, Override } of Items) assert.is(Override, false, Header);
});

test("the bucket's policy allows the manifest and its signature", () => {
  const told = JSON.stringify(bucketPolicy());
  for (const name of ['manifest.json', 'manifest.json.minisig']) assert.match(told, `/${name}"`);
});

test('an upload compares checksums, and assets are immutable', async () => {
  const script = (await filesFor(null))['upload.sh'] ?? '';
  const steps = script.split('rclone sync').slice(1);
  assert.ok(steps.length > 10);
  for (const step of steps) assert.match(step.split('\n')[0] ?? '', '--checksum');
  const assets = steps.filter(step => step.includes('/site/assets/'));
  assert.ok(assets.length > 0);
  for (const step of assets.filter(step => step.includes('+ /site/assets/')))
    assert.match(step, `Cache-Control: ${CACHE_CONTROL.asset}`);
});

test.run();
