/** The sanitiser, in its own file so that it is loaded only when needed. */
export { default as purify } from 'dompurify';
