import type { EdgeOptions } from '../target.ts';
export const readme = (_: EdgeOptions): string => '';
