/** Addresses of the pages, relative to the base. Hosts of files know them by their folders (`build/edge/static`). */
export const GUIDE = 'docs';
export const REFERENCE = 'docs/reference';
