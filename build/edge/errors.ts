import { SCHEMA_VERSION } from '../contract/catalog-file.ts';
import * as errors from '../contract/errors.ts';
