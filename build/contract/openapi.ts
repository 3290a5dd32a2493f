/** Placeholder replaced below. */
export const openapi = (): unknown => ({});
