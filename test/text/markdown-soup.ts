import type { Random } from '../helpers/random.ts';

/** Fragments of Markdown, grouped by the trouble that they cause together. */
const KITCHENS = {
  blocks:
    'a|b |*|**|***|_|  |\n|\n\n|\n\n\n|[|](|](/x)|]|[^1]|[^1]: |`|<sub>|</sub>|<b>|<|>|&amp;|\\|\\*|~~|!|# |#|> |- |+ |1. |2) |10. |---|***|===|    |“|é|:|$|<br>|<div>|a@b.c|\u00a0|[x] |\n    |\n  |\n> |😀|[a]: b|```|-|=|<!--|-->|<5'.split(
      '|',
    ),
  inline:
    'a|b| |*|**|***|_|__|(|)|“|.|é|$|<sub>|</sub>|<sup>|5|—|[1]|[^2]|😀|\u2009|<|&|\n|[a](/b)|[a|](/b)|](|[^1](2)|](x.md)|[a](b*c)|](x y|](x "t")|`a`|&D;|>|!|`|\\'.split(
      '|',
    ),
  lists:
    '- |-|1. |1.|2)|* |a|\n|\n\n|\n  |\n    |\n\n    |\n\n  |> |\n> |\n>\n> |# |***|[^1]: |10. |\n\n-|+ |\n\n\n|<div>|     |\n\n2) |<b>\n|    '.split(
      '|',
    ),
  tables: [
    ...'¦ ~¦~ ¦~\n¦~\n¦ ~a~*b*~---~\n¦---¦---¦\n~\n¦ --- ¦ --- ¦\n~ ~\n~\n\n~<~`~[^1]~:~**~x ¦~¦ ¦~\n    ~- '.split(
      '~',
    ),
  ].map(piece => piece.replaceAll('¦', '|')),
};

/** Makes a short document of random fragments. */
export function markdownSoup(random: Random): string {
  const pieces = random.pick(Object.values(KITCHENS));
  const start = random.pick(['', '', '', '# ', '1. ', '> ', '[^1]: ', '| a | b |\n|---|---|\n| x | ']);
  return start + Array.from({ length: 1 + random.below(20) }, () => random.pick(pieces)).join('');
}
