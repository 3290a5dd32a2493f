import type { Table } from './resources.ts';

/** Resources that a handler of the shim always answers. */
export type HandledName = {
  [Name in keyof Table]: Table[Name]['answered'] extends 'shim' ? Name : never;
}[keyof Table];

/** Resources that a handler of the shim answers with the parameter `unless`. */
export type ComputedName = {
  [Name in keyof Table]: Table[Name] extends { unless: object } ? Name : never;
}[keyof Table];

export type UnlessParam = Extract<Table[keyof Table], { unless: object }>['unless']['param'];
