/** Styles of a part that is loaded on demand, as text (build/site/bundle.ts). */
declare module '*.css' {
  const text: string;
  export default text;
}
