// Copies a text, and says that it did.
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../../api/api-error.ts";
import { tellError } from "../toast.tsx";
import { Button, IconButton } from "./button.tsx";

const SAID_MS = 2_000;

/** Browsers give the clipboard to pages over HTTPS and to those of this machine alone; others have the old way. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("refused");
}

function useCopy(text: string): readonly [boolean, () => void] {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const run = (): void => {
    copy(text).then(
      () => setDone(true),
      () =>
        tellError(
          new ApiError({
            status: 0,
            code: "COPY",
            message: "The browser did not let the page copy. Select it and copy it yourself.",
          }),
        ),
    );
  };
  return [isDone, run];
}

/** @param what what is copied, such as "the key" */
export function CopyButton({ text, what, size }: { text: string; what: string; size?: "small" | "usual" }) {
  const [isDone, run] = useCopy(text);
  return (
    <IconButton
      icon={isDone ? "check" : "copy"}
      label={isDone ? "Copied" : `Copy ${what}`}
      onClick={run}
      {...(size === undefined ? {} : { size })}
    />
  );
}

/** With its word beside the icon. */
export function CopyTextButton({ text, children = "Copy" }: { text: string; children?: string }) {
  const [isDone, run] = useCopy(text);
  return (
    <Button icon={isDone ? "check" : "copy"} onClick={run}>
      {isDone ? "Copied" : children}
    </Button>
  );
}
