// How a key is told from others: by its name, and by the end of its text.
import type { OperatorKeyView } from "../../../api-types/operator-accounts.ts";
import "../../ui/table.css";

type NamedKey = Pick<OperatorKeyView, "name" | "hint">;

/** For the middle of a sentence. */
export function nameOfKey({ name, hint }: NamedKey): string {
  return name ?? `…${hint}`;
}

/** For a cell of a table. @param id shown to those who look keys up by it */
export function KeyName({ name, hint, id }: NamedKey & { readonly id?: string }) {
  const text = <span class="mono nowrap">…{hint}</span>;
  if (name === null && id === undefined) return text;
  return (
    <span class="cell-stack">
      {name === null ? text : <bdi>{name}</bdi>}
      {name !== null && <small>{text}</small>}
      {id !== undefined && <small class="mono">{id}</small>}
    </span>
  );
}
