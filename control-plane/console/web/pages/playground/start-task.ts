// Starting the task of a form, one at a time for the whole tab: at once, or when the file that it needs has arrived, which
// may be while its reader looks at another page. So neither a second press nor coming back starts anything twice.
import { type ApiError, asApiError } from "../../api/api-error.ts";
import { IdempotencyKeys } from "../../api/idempotency-keys.ts";
import { post } from "../../api/request.ts";
import { place } from "../../app/router.ts";
import { sessionState, useSession, whoseOf } from "../../app/session.ts";
import { createStore, type Store, useStore } from "../../app/store.ts";
import { tellError } from "../../ui/toast.tsx";
import type { Task } from "../tasks/task-types.ts";
import { forgetEntered } from "./entered-values.ts";
import { askedForm, type PlaygroundForm } from "./forms.ts";
import { bodyOf, type FormValues } from "./json-schema.ts";
import { type Source, sourceFields } from "./source.ts";

/** What is to be started: a form as it was filled in. */
export interface Start {
  readonly form: PlaygroundForm;
  readonly values: FormValues;
}

export type Started = { readonly start: Start } & (
  | { readonly kind: "starting" }
  | { readonly kind: "made"; readonly task: Task }
  | { readonly kind: "refused"; readonly error: ApiError }
);

const started: Store<(Started & { readonly whose: string }) | undefined> = createStore<
  (Started & { readonly whose: string }) | undefined
>(undefined);
/** An answer that was lost finds its task when the same is started again, also after its reader was elsewhere. */
const keys = new IdempotencyKeys();

function whoseNow(): string {
  const state = sessionState.get();
  return state.kind === "signedIn" ? whoseOf(state.session) : "";
}

/** Whether the playground is the page that is shown. */
export function isLookedAt(): boolean {
  return place.get().path === "/playground";
}

/** Whether the page that is shown tells what becomes of a start: not where its address asks for another form. */
export function isStartShown({ form }: Start): boolean {
  return isLookedAt() && (askedForm(place.get().query) ?? form).name === form.name;
}

/** The request's body. */
export function requestOf({ form, values }: Start, source: Source): Record<string, unknown> {
  return bodyOf({ ...sourceFields(form, source), ...values });
}

/** What came of the last start; undefined where nothing was started since, or by somebody else. */
export function useStarted(): Started | undefined {
  const whose = whoseOf(useSession());
  const last = useStore(started);
  return last?.whose === whose ? last : undefined;
}

/** What came of the last start is not shown any more. One that is under way goes on. */
export function forgetStarted(): void {
  if (started.get()?.kind !== "starting") started.set(undefined);
}

/**
 * Does nothing while another start is under way. A failure is what `useStarted` gives then, and is told where no page shows
 * it.
 * @returns whether the task is there
 */
export async function startTask(start: Start, source: Source): Promise<boolean> {
  if (started.get()?.kind === "starting") return false;
  const whose = whoseNow();
  started.set({ kind: "starting", start, whose });
  try {
    const path = start.form.path;
    const task = await keys.send(requestOf(start, source), (keyed) => post<Task>(path, keyed));
    forgetEntered();
    started.set({ kind: "made", task, start, whose });
    return true;
  } catch (thrown) {
    const error = asApiError(thrown);
    started.set({ kind: "refused", error, start, whose });
    if (!isStartShown(start)) tellError(error);
    return false;
  }
}
