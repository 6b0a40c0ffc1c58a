// Granting moods to an account, and correcting its balance with a reason.
import { useState } from "preact/hooks";
import type { OperatorAccountView } from "../../../../api-types/operator-accounts.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { post } from "../../../api/request.ts";
import { useAction } from "../../../api/use-action.ts";
import { TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatMoods } from "../../../ui/format.ts";
import { tell } from "../../../ui/toast.tsx";

const TEXTS = {
  grant: { title: "Grant moods", verb: "Grant", path: "grants", hint: "Such as 100 or 2.5." },
  adjust: {
    title: "Adjust the balance",
    verb: "Adjust",
    path: "adjustments",
    hint: "Such as 2.5, or -1 to take away. The balance stays at zero or above.",
  },
} as const;

export function MoodsDialog(props: {
  account: OperatorAccountView;
  kind: keyof typeof TEXTS;
  onChange: (account: OperatorAccountView) => void;
  onClose: () => void;
}) {
  const { account, kind, onChange, onClose } = props;
  const { title, verb, path, hint } = TEXTS[kind];
  const [moods, setMoods] = useState("");
  const [note, setNote] = useState("");
  const action = useAction(async () => {
    const { moodsGranted } = account;
    const body = kind === "grant" ? { moods, moodsGranted } : { moods, note, moodsGranted };
    const changed = await post<OperatorAccountView>(`${OPERATOR_API}/accounts/${account.id}/${path}`, body);
    tell(`The balance is ${formatMoods(changed.moodsBalance)} now.`);
    onClose();
    onChange(changed);
  });
  return (
    <FormDialog title={title} verb={verb} action={action} fields={["/moods", "/note"]} onClose={onClose}>
      <p class="soft">
        {account.email} has {formatMoods(account.moodsBalance)} moods.
      </p>
      <TextField
        label="Moods"
        value={moods}
        onInput={setMoods}
        inputMode="decimal"
        hint={hint}
        required
        error={action.error?.fieldMessage("/moods")}
      />
      {kind === "adjust" && (
        <TextField
          label="Why"
          value={note}
          onInput={setNote}
          hint="Stands in the ledger, which the account's people read."
          required
          error={action.error?.fieldMessage("/note")}
        />
      )}
    </FormDialog>
  );
}
