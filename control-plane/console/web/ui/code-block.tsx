// Text for machines: code to copy, a secret that is shown once, JSON in colours.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { CopyButton, CopyTextButton } from "./form/copy-button.tsx";
import { formatCount } from "./format.ts";
import "./code-block.css";

function Frame({ text, label, children }: { text: string; label: string; children: ComponentChildren }) {
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="code-text" tabIndex={0} aria-label={label}>
        <pre>{children}</pre>
      </section>
      <CopyButton text={text} what={label} size="small" />
    </div>
  );
}

/** @param label what it is, such as "the same call with curl" */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <Frame text={text} label={label}>
      {text}
    </Frame>
  );
}

/**
 * A key or a link that is shown this once.
 * @param shown where it is written otherwise than it is copied
 */
export function Secret({ text, what, shown = text }: { text: string; what: string; shown?: string }) {
  return (
    <div class="secret">
      <code>{shown}</code>
      <CopyTextButton text={text}>{`Copy ${what}`}</CopyTextButton>
    </div>
  );
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
/** More is shown without colours: each token is an element. */
const MAX_COLOURED = 40_000;
/** A browser lays out every line, seen or not: the million lines of a transcript of hours stop it for a minute. */
const MAX_SHOWN = 200_000;

/** The first lines of a text, whole. */
function beginningOf(text: string): string {
  return text.slice(0, text.lastIndexOf("\n", MAX_SHOWN));
}

function colour(json: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [whole, text, colon, number] = match;
    parts.push(json.slice(from, match.index));
    const kind =
      colon !== undefined ? "name" : text !== undefined ? "text" : number !== undefined ? "number" : "word";
    parts.push(<span class={`json-${kind}`}>{text ?? whole}</span>, colon ?? "");
    from = match.index + whole.length;
  }
  parts.push(json.slice(from));
  return parts;
}

/** Any value as indented JSON; of a long one the beginning is shown, and all of it copied. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const json = useMemo(() => JSON.stringify(value, null, 2) ?? "null", [value]);
  const shown = useMemo(() => {
    if (json.length > MAX_SHOWN) return beginningOf(json);
    return json.length > MAX_COLOURED ? json : colour(json);
  }, [json]);
  return (
    <div class="stack">
      <Frame text={json} label={label}>
        {shown}
      </Frame>
      {json.length > MAX_SHOWN && (
        <p class="faint">
          Only its beginning is shown: it has {formatCount(json.length)} characters. “Copy” takes all of it.
        </p>
      )}
    </div>
  );
}
