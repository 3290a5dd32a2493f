import { dump } from 'js-yaml';
import { PAGE_HEADERS } from '../../../contract/headers.ts';
import { RESPONSE_FUNCTION } from '../response.ts';
import { accessControl, bucket, bucketPolicy } from './bucket.ts';
import { distribution } from './distribution.ts';
import { cachePolicy, headersPolicy, originRequestPolicy } from './policies.ts';
import { attribute, named, ref, resource } from './resource.ts';

/** `template.yaml`: bucket, functions, policies and distribution, for CloudFormation. */

const cloudFrontFunction = (name: string, comment: string, code: string) =>
  resource('CloudFront::Function', {
    Name: named(name),
    AutoPublish: true,
    FunctionConfig: { Comment: comment, Runtime: 'cloudfront-js-2.0' },
    FunctionCode: code,
  });

/** @param code of the viewer-request function @param shim an address with a DNS name */
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
        Common: headersPolicy('common', PAGE_HEADERS),
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
