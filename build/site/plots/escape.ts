const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in XML and HTML, in attributes too. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, mark => ENTITIES[mark] ?? mark);
