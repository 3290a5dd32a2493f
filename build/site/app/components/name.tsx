import { asText, label } from '../format.ts';

/** A name in the law. Names written in capitals are shown in mixed case. */
export const Name = ({ text }: { text: string }) => <span>{asText(text)}</span>;

/** A tag for a status other than in force. */
export const StatusTag = ({ status }: { status: unknown }) =>
  typeof status === 'string' && status !== 'in_force' ? (
    <span class={`tag tag-${status}`}>{label(status)}</span>
  ) : null;

export const TypeTag = ({ type }: { type: unknown }) =>
  typeof type === 'string' ? <span class={`tag tag-type tag-${type}`}>{label(type)}</span> : null;
