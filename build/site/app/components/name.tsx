import { asText, label } from '../format.ts';

/** A name of the law. Those that are written in capitals throughout are set as text. */
export const Name = ({ text }: { text: string }) => <span>{asText(text)}</span>;

/** A status that matters: what is in force says nothing. */
export const StatusTag = ({ status }: { status: unknown }) =>
  typeof status === 'string' && status !== 'in_force' ? (
    <span class={`tag tag-${status}`}>{label(status)}</span>
  ) : null;

export const TypeTag = ({ type }: { type: unknown }) =>
  typeof type === 'string' ? <span class={`tag tag-type tag-${type}`}>{label(type)}</span> : null;
