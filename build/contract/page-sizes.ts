/** Page sizes (build/contract/README.md, Lists and Hierarchy). */
export const LIST_LIMIT = { default: 20, max: 100 } as const;
export const MONTH_LIMIT = { default: 100, max: 500 } as const;
