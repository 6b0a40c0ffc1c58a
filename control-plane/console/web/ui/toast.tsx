// Short messages in the corner, read aloud: something was done, or could not be. Errors stay until they are closed.
import type { ApiError } from "../api/api-error.ts";
import { createStore, useStore } from "../app/store.ts";
import { IconButton } from "./form/button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import "./toast.css";

interface Toast {
  readonly id: number;
  readonly kind: "good" | "info" | "error";
  readonly text: string;
}

const SHOWN_MS = 5_000;
/** Older ones make room. */
const MAX_TOASTS = 4;

const ICONS = { good: "check", info: "info", error: "warning" } as const satisfies Record<
  Toast["kind"],
  IconName
>;

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

function showForNow(kind: Toast["kind"], text: string): void {
  const id = show(kind, text);
  setTimeout(() => close(id), SHOWN_MS);
}

/** Says that something was done. */
export function tell(text: string): void {
  showForNow("good", text);
}

/** Says that something goes on, though not as one would think. */
export function tellWait(text: string): void {
  showForNow("info", text);
}

/** Says that something failed, and what to do. */
export function tellError(error: ApiError): void {
  show("error", error.advice === undefined ? error.message : `${error.message} ${error.advice}`);
}

/** Draws the messages, once on the page. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {useStore(toasts).map(({ id, kind, text }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <Icon name={ICONS[kind]} size={18} />
          <div>{text}</div>
          <IconButton icon="close" size="small" label="Close this message" onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}
