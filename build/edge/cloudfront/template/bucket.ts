import { FILES } from '../../../contract/file-addresses.ts';
import { API_FOLDER, SITE_FOLDER } from '../../../contract/paths.ts';
import { named, ref, resource } from './resource.ts';

/** The bucket of the tree, and CloudFront's access to it. */

export const bucket = () =>
  resource('S3::Bucket', BUCKET, { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });

/** The API, the error pages, and the files for mirrors. */
const READABLE = [
  ...[API_FOLDER, SITE_FOLDER, 'errors'].map(folder => `${folder}/*`),
  ...new Set(
    FILES.filter(file => file.of === 'tree').flatMap(({ paths }) => paths.map(path => path.slice(1))),
  ),
];

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

/** CloudFront may read but not list: S3 says 403 for missing files, which the shim never does. */
export const bucketPolicy = () =>
  resource('S3::BucketPolicy', {
    Bucket: ref('Tree'),
    PolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Action: 's3:GetObject',
          Resource: READABLE.map(keys => ({ 'Fn::Sub': `\${Tree.Arn}/${keys}` })),
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

export const accessControl = () =>
  resource('CloudFront::OriginAccessControl', {
    OriginAccessControlConfig: {
      Name: named('tree'),
      OriginAccessControlOriginType: 's3',
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    },
  });
