// Short messages in the corner, read aloud: something was done, or could not be. Errors stay until they are closed.
import type { ApiError } from "../api/api-error.ts";
import { createStore, useStore } from "../app/store.ts";
import { IconButton } from "./form/button.tsx";
import { Icon } from "./icon.tsx";
import "./toast.css";

interface Toast {
  readonly id: number;
  readonly kind: "good" | "error";
  readonly text: string;
}

const SHOWN_MS = 5_000;
/** Older ones make room. */
const MAX_TOASTS = 4;

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

function close(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

function show(kind: Toast["kind"], text: string): number {
  lastId += 1;
  const others = toasts.get().filter((toast) => toast.kind !== kind || toast.text !== text);
  toasts.set([...others, { id: lastId, kind, text }].slice(-MAX_TOASTS));
  return lastId;
}

/** Says that something was done. */
export function tell(text: string): void {
  const id = show("good", text);
  setTimeout(() => close(id), SHOWN_MS);
}

/** Says that something failed, and what to do. */
export function tellError(error: ApiError): void {
  show("error", error.advice === undefined ? error.message : `${error.message} ${error.advice}`);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {useStore(toasts).map(({ id, kind, text }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <Icon name={kind === "good" ? "check" : "warning"} size={18} />
          <div>{text}</div>
          <IconButton icon="close" size="small" label="Close this message" onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}
