/** Whether documents may have former versions: nothing asks for any where the tree has no archive. */
export const hasArchive = (): boolean => document.querySelector('meta[name="pandect-archive"]') !== null;
