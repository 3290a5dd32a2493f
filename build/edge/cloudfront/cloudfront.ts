import { isIP } from 'node:net';
import { UsageError } from '../../common/command-line.ts';
import { bodyOf, ERRORS } from '../errors.ts';
import type { EdgeTarget } from '../target.ts';
import { bundleFunction } from './bundle.ts';
import { readme } from './readme.ts';
import { ERROR_PAGES } from './template/distribution.ts';
import { template } from './template/template.ts';
import { uploadScript } from './upload.ts';

/** S3 behind CloudFront, with a function that maps requests to keys. */
export const cloudfront: EdgeTarget = {
  id: 'cloudfront',
  summary: 'Amazon CloudFront in front of S3: a function and a CloudFormation template',
  async files({ dist, origin }) {
    if (origin) checkOrigin(origin);
    const code = await bundleFunction(origin !== null);
    return {
      'function.js': code,
      'template.yaml': template(code, origin),
      'upload.sh': uploadScript(dist),
      [ERROR_PAGES.missing]: bodyOf(ERRORS.missing),
      [ERROR_PAGES.away]: bodyOf(ERRORS.away),
      'README.md': readme(origin !== null),
    };
  },
};

/** Checks that CloudFront accepts the origin. */
function checkOrigin({ hostname, port }: URL): void {
  const isName = hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0;
  const isPort = port === '' || ['80', '443'].includes(port) || Number(port) >= 1024;
  if (isName && isPort) return;
  throw new UsageError(
    'CloudFront reaches an origin by its DNS name, at port 80, 443 or 1024 to 65535: https://shim.example.org.',
  );
}
