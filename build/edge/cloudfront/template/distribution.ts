import { ALLOWED_METHODS } from '../../../contract/methods.ts';
import { mcpUrl } from '../../../contract/paths.ts';
import { SHIM_ORIGIN, TREE_ORIGIN } from '../function.ts';
import { attribute, ref, resource } from './resource.ts';

/** The distribution: its origins and behaviors. */

/** Names of the error pages in the bucket. */
export const ERROR_PAGES = { missing: 'errors/missing.json', away: 'errors/away.json' } as const;

const ALL_METHODS = [...ALLOWED_METHODS.split(', '), 'PUT', 'POST', 'PATCH', 'DELETE'];

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

const behavior = (methods: readonly string[], functions: readonly object[], headers = 'Common') => ({
  TargetOriginId: TREE_ORIGIN,
  ViewerProtocolPolicy: 'redirect-to-https',
  AllowedMethods: methods,
  CachedMethods: ['GET', 'HEAD'],
  Compress: true,
  CachePolicyId: ref('Answers'),
  OriginRequestPolicyId: ref('Preflights'),
  ResponseHeadersPolicyId: ref(headers),
  ...(functions.length > 0 && { FunctionAssociations: functions }),
});

/** CloudFront's own policies: no caching; everything is forwarded except the host's name. */
const NOTHING_KEPT = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** Model Context Protocol requests are passed through unchanged. */
const passedOn = () => ({
  TargetOriginId: SHIM_ORIGIN,
  ViewerProtocolPolicy: 'redirect-to-https',
  AllowedMethods: ALL_METHODS,
  CachedMethods: ['GET', 'HEAD'],
  Compress: false,
  CachePolicyId: NOTHING_KEPT,
  OriginRequestPolicyId: ALL_BUT_HOST,
});

/** Replaces errors of the services by errors of the API. */
const errorResponse = (code: number, status: number, page: string, seconds: number) => ({
  ErrorCode: code,
  ResponseCode: status,
  ResponsePagePath: `/${page}`,
  ErrorCachingMinTTL: seconds,
});

export function distribution(shim: URL | null) {
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
        ...(shim ? [{ PathPattern: mcpUrl, ...passedOn() }] : []),
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
