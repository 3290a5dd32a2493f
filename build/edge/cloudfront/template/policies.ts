import { COMMON_HEADERS } from '../../../contract/headers.ts';
import { ALLOWED_METHODS } from '../../../contract/methods.ts';
import { named, resource } from './resource.ts';

/** What CloudFront keeps, passes on and adds. */

/** CloudFront has words of its own for these. */
const CONTENT_SECURITY = 'content-security-policy';
const REFERRER = 'referrer-policy';
const SECURITY_HEADERS = [CONTENT_SECURITY, REFERRER];

const EXPOSED = COMMON_HEADERS['access-control-expose-headers'].split(', ');

/**
 * Keys: the function leaves a file nothing but its path; of the rest an answer depends on the query, on one of three types, and on the
 * key that is presented, so that nobody gets the answer to another's key.
 */
export const cachePolicy = () =>
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

/**
 * S3 has none of the common headers, nor those of pages, which harm nothing else. Where the shim answers, its own stay.
 *
 * @param headers of pages
 */
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
