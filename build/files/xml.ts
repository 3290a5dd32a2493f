/** Characters that XML 1.0 cannot hold, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NO_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

export const escapeXml = (text: string): string =>
  text.replace(NO_CHARACTERS, '\ufffd').replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

export const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
