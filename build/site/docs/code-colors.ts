import type { Element, Root } from 'hast';
import bash from 'refractor/bash';
import { refractor } from 'refractor/core';
import javascript from 'refractor/javascript';
import json from 'refractor/json';
import python from 'refractor/python';
import r from 'refractor/r';
import sql from 'refractor/sql';
import typescript from 'refractor/typescript';
import { visit } from 'unist-util-visit';

for (const grammar of [bash, javascript, json, python, r, sql, typescript]) refractor.register(grammar);

/** Marks words of code with classes for their colors, in the languages that it knows. A plugin of rehype. */
export const codeColors =
  () =>
  (tree: Root): void =>
    visit(tree, 'element', (node: Element) => {
      const [name] = Array.isArray(node.properties.className) ? node.properties.className.map(String) : [];
      const language = name?.replace(/^language-/, '') ?? '';
      const [text] = node.children;
      if (node.tagName !== 'code' || text?.type !== 'text' || !refractor.registered(language)) return;
      node.children = refractor.highlight(text.value, language).children as Element['children'];
    });
