import { dump } from 'js-yaml';
import { COMMON_HEADERS } from '../../contract/headers.ts';
import { ALLOWED_METHODS } from '../../contract/methods.ts';
import { SHIM_ORIGIN, TREE_ORIGIN } from './function.ts';
import { RESPONSE_FUNCTION } from './response.ts';

/** `template.yaml`: bucket, functions, policies and distribution, for CloudFormation. */

/** The error pages that stand in the bucket, by their names there. */
export const ERROR_PAGES = { missing: 'errors/missing.json', away: 'errors/away.json' } as const;

const ALL_METHODS = [...ALLOWED_METHODS.split(', '), 'PUT', 'POST', 'PATCH', 'DELETE'];
const EXPOSED = COMMON_HEADERS['access-control-expose-headers'].split(', ');

const ref = (name: string) => ({ Ref: name });
const attribute = (name: string, of: string) => ({ 'Fn::GetAtt': [name, of] });
/** Names of policies and functions are one space for the whole account. */
const named = (name: string) => ({ 'Fn::Sub': `\${AWS::StackName}-${name}` });

const resource = (type: string, Properties: object, rest: object = {}) => ({
  Type: `AWS::${type}`,
  ...rest,
  Properties,
});

const bucket = () =>
  resource('S3::Bucket', BUCKET, { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });

const BUCKET = {
  PublicAccessBlockConfiguration: {
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  },
  // With another encryption an ETag would not be the MD5 of the content.
  BucketEncryption: {
    ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
  },
};

/** CloudFront may read, and not list: what is not there is 403, which no answer of the shim is. */
const bucketPolicy = () =>
  resource('S3::BucketPolicy', {
    Bucket: ref('Tree'),
    PolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Action: 's3:GetObject',
          Resource: ['api', 'errors'].map(folder => ({ 'Fn::Sub': `\${Tree.Arn}/${folder}/*` })),
          Condition: {
            StringEquals: {
              'AWS:SourceArn': {
                'Fn::Sub': `arn:\${AWS::Partition}:cloudfront::\${AWS::AccountId}:distribution/\${Distribution}`,
              },
            },
          },
        },
      ],
    },
  });

const accessControl = () =>
  resource('CloudFront::OriginAccessControl', {
    OriginAccessControlConfig: {
      Name: named('tree'),
      OriginAccessControlOriginType: 's3',
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    },
  });

const cloudFrontFunction = (name: string, comment: string, code: string) =>
  resource('CloudFront::Function', {
    Name: named(name),
    AutoPublish: true,
    FunctionConfig: { Comment: comment, Runtime: 'cloudfront-js-2.0' },
    FunctionCode: code,
  });

/**
 * Keys: the function leaves a file nothing but its path; of the rest an answer depends on the query, on one of three types, and on the
 * key that is presented, so that nobody gets the answer to another's key.
 */
const cachePolicy = () =>
  resource('CloudFront::CachePolicy', {
    CachePolicyConfig: {
      Name: named('answers'),
      // Answers say themselves how long they may be kept; those that say nothing are not.
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 86_400,
      ParametersInCacheKeyAndForwardedToOrigin: {
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Accept', 'Authorization', 'X-API-Key'] },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
      },
    },
  });

/** What the shim needs to answer a preflight. It gets the client's address in `X-Forwarded-For` in any case. */
const originRequestPolicy = () =>
  resource('CloudFront::OriginRequestPolicy', {
    OriginRequestPolicyConfig: {
      Name: named('preflights'),
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: {
        HeaderBehavior: 'whitelist',
        Headers: ['Origin', 'Access-Control-Request-Method', 'Access-Control-Request-Headers'],
      },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    },
  });

/** S3 has none of the common headers. Where the shim answers, its own stay. */
const headersPolicy = () =>
  resource('CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      Name: named('common'),
      CorsConfig: {
        AccessControlAllowCredentials: false,
        AccessControlAllowHeaders: { Items: ['*'] },
        AccessControlAllowMethods: { Items: ALLOWED_METHODS.split(', ') },
        AccessControlAllowOrigins: { Items: [COMMON_HEADERS['access-control-allow-origin']] },
        AccessControlExposeHeaders: { Items: EXPOSED },
        OriginOverride: false,
      },
      SecurityHeadersConfig: { ContentTypeOptions: { Override: true } },
    },
  });

const treeOrigin = () => ({
  Id: TREE_ORIGIN,
  DomainName: attribute('Tree', 'RegionalDomainName'),
  OriginAccessControlId: attribute('AccessControl', 'Id'),
  S3OriginConfig: { OriginAccessIdentity: '' },
});

const shimOrigin = ({ protocol, hostname, port }: URL) => ({
  Id: SHIM_ORIGIN,
  DomainName: hostname,
  ConnectionAttempts: 1,
  ConnectionTimeout: 5,
  CustomOriginConfig: {
    OriginProtocolPolicy: protocol === 'https:' ? 'https-only' : 'http-only',
    ...(port !== '' && { [protocol === 'https:' ? 'HTTPSPort' : 'HTTPPort']: Number(port) }),
    OriginReadTimeout: 10,
    OriginSSLProtocols: ['TLSv1.2'],
  },
});

const functionAt = (event: string, name: string) => ({
  EventType: event,
  FunctionARN: attribute(name, 'FunctionMetadata.FunctionARN'),
});

const behavior = (methods: readonly string[], functions: readonly object[]) => ({
  TargetOriginId: TREE_ORIGIN,
  ViewerProtocolPolicy: 'redirect-to-https',
  AllowedMethods: methods,
  CachedMethods: ['GET', 'HEAD'],
  Compress: true,
  CachePolicyId: ref('Answers'),
  OriginRequestPolicyId: ref('Preflights'),
  ResponseHeadersPolicyId: ref('Common'),
  ...(functions.length > 0 && { FunctionAssociations: functions }),
});

/** What the services say in their own words becomes an error of the API. */
const errorResponse = (code: number, status: number, page: string, seconds: number) => ({
  ErrorCode: code,
  ResponseCode: status,
  ResponsePagePath: `/${page}`,
  ErrorCachingMinTTL: seconds,
});

function distribution(shim: URL | null) {
  const methods = shim ? ALL_METHODS : ALLOWED_METHODS.split(', ');
  const request = functionAt('viewer-request', 'Route');
  return resource('CloudFront::Distribution', {
    DistributionConfig: {
      Comment: 'Pandect',
      Enabled: true,
      HttpVersion: 'http2and3',
      IPV6Enabled: true,
      Origins: [treeOrigin(), ...(shim ? [shimOrigin(shim)] : [])],
      DefaultCacheBehavior: behavior(methods, [request]),
      CacheBehaviors: [
        { PathPattern: '/errors/*', ...behavior(['GET', 'HEAD'], []) },
        {
          PathPattern: '/api/*/documents/*',
          ...behavior(methods, [request, functionAt('viewer-response', 'Vary')]),
        },
      ],
      CustomErrorResponses: [
        errorResponse(403, 404, ERROR_PAGES.missing, 10),
        ...(shim ? [502, 504].map(code => errorResponse(code, 503, ERROR_PAGES.away, 0)) : []),
      ],
    },
  });
}

/** @param code of the viewer-request function @param shim where it is, with a DNS name */
export const template = (code: string, shim: URL | null): string =>
  dump(
    {
      AWSTemplateFormatVersion: '2010-09-09',
      Description: 'A tree of precomputed answers in S3 behind CloudFront, and the shim for the rest',
      Resources: {
        Tree: bucket(),
        TreePolicy: bucketPolicy(),
        AccessControl: accessControl(),
        Route: cloudFrontFunction('route', 'Requests to files of the tree, or to the shim', code),
        Vary: cloudFrontFunction('vary', 'Vary on documents', RESPONSE_FUNCTION),
        Answers: cachePolicy(),
        Preflights: originRequestPolicy(),
        Common: headersPolicy(),
        Distribution: distribution(shim),
      },
      Outputs: {
        Bucket: { Value: ref('Tree') },
        DistributionId: { Value: ref('Distribution') },
        Domain: { Value: attribute('Distribution', 'DomainName') },
      },
    },
    { lineWidth: -1, noRefs: true },
  );
