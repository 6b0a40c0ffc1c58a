// A key's name, what it may do, from where, how long and how often: for a new key, and to change one.
import { useState } from "preact/hooks";
import { KEY_LIMITS } from "../../../../../shared/limits/people.ts";
import type { ConsoleKeyView } from "../../../api-types/account.ts";
import { useAction } from "../../api/use-action.ts";
import { CheckboxGroup, TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { nameOfKey } from "./key-name.tsx";
import { SCOPES } from "./scopes.ts";

export interface KeyTerms {
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly ips: readonly string[];
  readonly expiresAt: string | null;
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

/** Whose faults stand beside them. */
const SHOWN = ["/name", "/scopes", "/ips", "/expiresAt", "/perMinute", "/perDay"];

interface Draft {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly ips: string;
  readonly expires: string;
  readonly perMinute: string;
  readonly perDay: string;
}

/** As an input of type `datetime-local` has it: in the reader's zone. */
function localTime(iso: string | null): string {
  if (iso === null) return "";
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function draftOf(key: ConsoleKeyView | null): Draft {
  return {
    name: key?.name ?? "",
    scopes: key?.scopes ?? SCOPES.map(({ value }) => value),
    ips: key?.ips.join("\n") ?? "",
    expires: localTime(key?.expiresAt ?? null),
    perMinute: key?.perMinute?.toString() ?? "",
    perDay: key?.perDay?.toString() ?? "",
  };
}

function termsOf({ name, scopes, ips, expires, perMinute, perDay }: Draft): KeyTerms {
  return {
    name: name.trim() === "" ? null : name,
    scopes,
    ips: ips.split(/[\s,]+/).filter((text) => text !== ""),
    expiresAt: expires === "" ? null : new Date(expires).toISOString(),
    perMinute: perMinute === "" ? null : Number(perMinute),
    perDay: perDay === "" ? null : Number(perDay),
  };
}

function KeyFields(props: {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
  /** What the server says of a field. */
  readonly faultOf: (field: string) => string | undefined;
}) {
  const { draft, set, faultOf } = props;
  return (
    <>
      <TextField
        label="Name"
        hint="By which you tell it from others, such as the program that uses it."
        value={draft.name}
        onInput={(name) => set({ name })}
        error={faultOf("/name")}
        maxLength={KEY_LIMITS.nameLength}
        optional
      />
      <CheckboxGroup
        label="What it may do"
        options={SCOPES}
        chosen={draft.scopes}
        onChange={(chosen) => set({ scopes: chosen })}
        error={draft.scopes.length === 0 ? "Choose at least one." : faultOf("/scopes")}
      />
      <TextField
        label="Addresses that may use it"
        hint="One a line, such as 203.0.113.7 or 10.0.0.0/8. Any address, where none is given."
        rows={2}
        mono
        value={draft.ips}
        onInput={(ips) => set({ ips })}
        error={faultOf("/ips")}
        optional
      />
      <TextField
        label="Works until"
        hint="In your zone. For good, where none is given."
        type="datetime-local"
        value={draft.expires}
        onInput={(expires) => set({ expires })}
        error={faultOf("/expiresAt")}
        optional
      />
      <div class="tiles">
        <TextField
          label="Requests a minute"
          hint="The account's limit, where none is given."
          type="number"
          min="1"
          value={draft.perMinute}
          onInput={(perMinute) => set({ perMinute })}
          error={faultOf("/perMinute")}
          optional
        />
        <TextField
          label="Requests a day"
          hint="The account's limit, where none is given."
          type="number"
          min="1"
          value={draft.perDay}
          onInput={(perDay) => set({ perDay })}
          error={faultOf("/perDay")}
          optional
        />
      </div>
    </>
  );
}

export function KeyDialog(props: {
  /** Null for a new one. */
  keyView: ConsoleKeyView | null;
  onSave: (terms: KeyTerms) => Promise<unknown>;
  onClose: () => void;
}) {
  const { keyView, onSave, onClose } = props;
  const [draft, setDraft] = useState(() => draftOf(keyView));
  const save = useAction(() => onSave(termsOf(draft)));
  const set = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const isNew = keyView === null;
  return (
    <FormDialog
      title={isNew ? "Create a key" : `Change ${nameOfKey(keyView)}`}
      verb={isNew ? "Create the key" : "Save"}
      action={save}
      fields={SHOWN}
      disabled={draft.scopes.length === 0}
      onClose={onClose}
    >
      <KeyFields draft={draft} set={set} faultOf={(field) => save.error?.fieldMessage(field)} />
    </FormDialog>
  );
}
