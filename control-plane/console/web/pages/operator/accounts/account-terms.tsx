// An account's terms: its price, its requests, its share of the nodes' places and its room for uploads.
import { useState } from "preact/hooks";
import type { OperatorAccountView } from "../../../../api-types/operator-accounts.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { put } from "../../../api/request.ts";
import { useAction } from "../../../api/use-action.ts";
import { Button } from "../../../ui/form/button.tsx";
import { TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
import { KeyValues } from "../../../ui/key-values.tsx";
import { Card } from "../../../ui/page-header.tsx";
import { tell } from "../../../ui/toast.tsx";

interface Props {
  readonly account: OperatorAccountView;
  readonly onChange: (account: OperatorAccountView) => void;
}

const USUAL = <span class="faint">the appliance's default</span>;

/** The fields of the form as texts; an empty one stands for the appliance's own. */
function textsOf(account: OperatorAccountView) {
  const text = (value: number | null): string => (value === null ? "" : String(value));
  return {
    multiplier: text(account.priceMultiplier),
    perMinute: text(account.perMinute),
    perDay: text(account.perDay),
    weight: text(account.shareWeight),
    runningJobs: text(account.maxRunningJobs),
    quotaGb: text(account.uploadQuotaGb),
  };
}

type Texts = ReturnType<typeof textsOf>;

/** What is no number is sent as it is, and refused: as JSON it would be null, which stands for the appliance's own. */
function numberOf(text: string): number | string | null {
  if (text.trim() === "") return null;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Sends what has changed, each to where it belongs; the last reply is the whole account. */
async function save(id: string, before: Texts, after: Texts): Promise<OperatorAccountView | undefined> {
  const differs = (...names: (keyof Texts)[]): boolean => names.some((name) => before[name] !== after[name]);
  const send = (what: string, body: object) =>
    put<OperatorAccountView>(`${OPERATOR_API}/accounts/${id}/${what}`, body);
  let changed: OperatorAccountView | undefined;
  if (differs("multiplier", "perMinute", "perDay")) {
    const { multiplier, perMinute, perDay } = after;
    changed = await send("terms", { multiplier, perMinute: numberOf(perMinute), perDay: numberOf(perDay) });
  }
  if (differs("weight", "runningJobs")) {
    const { weight, runningJobs } = after;
    changed = await send("share", { weight: numberOf(weight), runningJobs: numberOf(runningJobs) });
  }
  if (differs("quotaGb")) changed = await send("quota", { quotaGb: numberOf(after.quotaGb) });
  return changed;
}

const FIELDS: readonly { name: keyof Texts; label: string; hint: string }[] = [
  { name: "multiplier", label: "Price multiplier", hint: "0.8 is a fifth less than the list price." },
  { name: "perMinute", label: "Requests a minute", hint: "Of each key. Empty for the appliance's default." },
  { name: "perDay", label: "Requests a day", hint: "Of each key. Empty for the appliance's default." },
  {
    name: "weight",
    label: "Share of the places",
    hint: "2 gets two places for each one of an account with 1.",
  },
  { name: "runningJobs", label: "Jobs at once", hint: "Empty for the appliance's default." },
  { name: "quotaGb", label: "Uploads kept, in GiB", hint: "Empty for the appliance's default." },
];

function TermsDialog({ account, onChange, onClose }: Props & { onClose: () => void }) {
  const before = textsOf(account);
  const [texts, setTexts] = useState(before);
  const action = useAction(async () => {
    const changed = await save(account.id, before, texts);
    if (changed !== undefined) {
      onChange(changed);
      tell("The terms are changed.");
    }
    onClose();
  });
  return (
    <FormDialog
      title="Change the terms"
      verb="Save"
      action={action}
      fields={FIELDS.map(({ name }) => `/${name}`)}
      onClose={onClose}
      wide
    >
      <div class="operator-columns">
        {FIELDS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            value={texts[name]}
            onInput={(value) => setTexts({ ...texts, [name]: value })}
            inputMode="decimal"
            error={action.error?.fieldMessage(`/${name}`)}
          />
        ))}
      </div>
    </FormDialog>
  );
}

export function AccountTerms({ account, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const count = (value: number | null) => (value === null ? USUAL : formatCount(value));
  return (
    <Card
      title="Terms"
      actions={
        <Button size="small" onClick={() => setOpen(true)}>
          Change
        </Button>
      }
    >
      <KeyValues
        entries={[
          { key: "Price multiplier", value: account.priceMultiplier },
          { key: "Requests a minute", value: count(account.perMinute) },
          { key: "Requests a day", value: count(account.perDay) },
          { key: "Share of the places", value: account.shareWeight },
          { key: "Jobs at once", value: count(account.maxRunningJobs) },
          {
            key: "Uploads kept",
            value: account.uploadQuotaGb === null ? USUAL : `${account.uploadQuotaGb} GiB`,
          },
        ]}
      />
      {isOpen && <TermsDialog account={account} onChange={onChange} onClose={() => setOpen(false)} />}
    </Card>
  );
}
