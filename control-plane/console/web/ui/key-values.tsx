// Names and what they are: the facts of one thing.
import type { ComponentChildren } from "preact";
import "./key-values.css";

export interface KeyValue {
  readonly key: ComponentChildren;
  readonly value: ComponentChildren;
}

/** @param folding puts each value below its name on small screens */
export function KeyValues({ entries, folding = false }: { entries: readonly KeyValue[]; folding?: boolean }) {
  return (
    <dl class={folding ? "key-values key-values-folding" : "key-values"}>
      {entries.map(({ key, value }, index) => (
        <div key={index} style={{ display: "contents" }}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
