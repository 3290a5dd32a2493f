import { COMMON_HEADERS } from '../../../contract/headers.ts';
import { ALLOWED_METHODS } from '../../../contract/methods.ts';
import { named, resource } from './resource.ts';

/** What CloudFront keeps, passes on and adds. */

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

/** S3 has none of the common headers. Where the shim answers, its own stay. */
export const headersPolicy = () =>
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
