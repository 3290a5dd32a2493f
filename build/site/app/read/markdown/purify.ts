/** The sanitiser, in a file of its own that is loaded where it is wanted. */
export { default as purify } from 'dompurify';
