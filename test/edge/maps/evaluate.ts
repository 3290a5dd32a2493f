import { INPUTS, type Input, type VariableMap } from '../../../build/edge/maps/map.ts';

/** Looks variables up in maps as the servers do. */

export type Inputs = Readonly<Record<Input, string>>;

const isInput = (name: string): name is Input => INPUTS.some(input => input === name);

export function evaluator(maps: readonly VariableMap[]): (name: string, inputs: Inputs) => string {
  const byName = new Map(maps.map(map => [map.name, map]));
  const patterns = new Map<string, RegExp>();
  const patternOf = (text: string): RegExp => {
    const pattern = patterns.get(text) ?? new RegExp(text);
    patterns.set(text, pattern);
    return pattern;
  };

  return (wanted, inputs) => {
    const known = new Map<string, string>();
    const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => lookedUp(name));
    function lookedUp(name: string): string {
      if (isInput(name)) return inputs[name];
      const map = byName.get(name);
      if (!map) throw new Error(`There is no map ${name}`);
      const value = known.get(name) ?? found(map);
      known.set(name, value);
      return value;
    }
    function found({ source, rows, otherwise = '' }: VariableMap): string {
      const text = filled(source);
      for (const row of rows) if ('text' in row && row.text === text) return filled(row.value);
      for (const row of rows) {
        // nginx tries no patterns on an empty text.
        const match = 'pattern' in row && text !== '' ? patternOf(row.pattern).exec(text) : null;
        if (match) return row.value.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '');
      }
      return filled(otherwise);
    }
    return lookedUp(wanted);
  };
}
