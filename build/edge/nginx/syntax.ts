const indented = (lines: string): string => lines.replace(/^(?=.)/gm, '  ');

export const block = (head: string, lines: readonly string[]): string =>
  `${head} {\n${indented(lines.join('\n'))}\n}`;

export const addHeaders = (headers: Readonly<Record<string, string>>, always = ''): string[] =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}"${always};`);
