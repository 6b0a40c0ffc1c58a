// What was entered in the playground and not sent, for who leaves the page and comes back; nobody else's.
import { useState } from "preact/hooks";
import { useSession, whoseOf } from "../../app/session.ts";
import type { FormName } from "./forms.ts";
import type { FormValues } from "./json-schema.ts";

type Entered = Partial<Record<FormName, FormValues>>;

let kept: { readonly whose: string; readonly entered: Entered } = { whose: "", entered: {} };

/** Once a task was made of it. What a form still shows stays there. */
export function forgetEntered(): void {
  kept = { whose: "", entered: {} };
}

/** What was entered in each form: another one's comes back with it. @param initial what the first one begins with */
export function useEnteredValues(name: FormName, initial: FormValues) {
  const whose = whoseOf(useSession());
  const [entered, setEntered] = useState<Entered>(() => {
    const before = kept.whose === whose ? kept.entered : {};
    return Object.keys(initial).length > 0 ? { ...before, [name]: initial } : before;
  });
  const setValues = (values: FormValues): void => {
    const next = { ...entered, [name]: values };
    kept = { whose, entered: next };
    setEntered(next);
  };
  return { values: entered[name] ?? {}, setValues };
}
