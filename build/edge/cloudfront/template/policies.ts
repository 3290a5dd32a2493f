import { COMMON_HEADERS } from '../../../contract/headers.ts';
import { ALLOWED_METHODS } from '../../../contract/methods.ts';
import { named, resource } from './resource.ts';

/** Policies for caching, forwarding and headers. */

/** Headers that CloudFront configures separately. */
const CONTENT_SECURITY = 'content-security-policy';
const REFERRER = 'referrer-policy';
const SECURITY_HEADERS = [CONTENT_SECURITY, REFERRER];

const EXPOSED = COMMON_HEADERS['access-control-expose-headers'].split(', ');

/** The cache key: path of a file; else also query, type, and the presented key, so that no client gets the answer for another key. */
export const cachePolicy = () =>
  resource('CloudFront::CachePolicy', {
    CachePolicyConfig: {
      Name: named('answers'),
      // Answers set their own lifetime; without one they are not cached.
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

/** Headers that the shim needs for a preflight. It gets the client's address in `X-Forwarded-For` anyway. */
export const originRequestPolicy = () =>
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

/** Adds headers that S3 lacks; those of pages do no harm elsewhere. Headers of the shim are kept. @param headers of pages */
export const headersPolicy = (name: string, headers: Readonly<Record<string, string>>) =>
  resource('CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      Name: named(name),
      CustomHeadersConfig: {
        Items: Object.entries(headers)
          .filter(([header]) => !SECURITY_HEADERS.includes(header))
          .map(([header, value]) => ({ Header: header, Value: value, Override: false })),
      },
      CorsConfig: {
        AccessControlAllowCredentials: false,
        AccessControlAllowHeaders: { Items: ['*'] },
        AccessControlAllowMethods: { Items: ALLOWED_METHODS.split(', ') },
        AccessControlAllowOrigins: { Items: [COMMON_HEADERS['access-control-allow-origin']] },
        AccessControlExposeHeaders: { Items: EXPOSED },
        OriginOverride: false,
      },
      SecurityHeadersConfig: {
        ContentTypeOptions: { Override: true },
        ContentSecurityPolicy: {
          ContentSecurityPolicy: headers[CONTENT_SECURITY],
          Override: false,
        },
        ReferrerPolicy: { ReferrerPolicy: headers[REFERRER], Override: false },
      },
    },
  });
