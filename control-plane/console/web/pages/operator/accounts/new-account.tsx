// Making an account: for somebody else, by their address, or for the operator who looks at the page, who otherwise could
// make no task here. Whoever works for no account goes on with their own one.
import { useRef, useState } from "preact/hooks";
import type { OperatorAccountView } from "../../../../api-types/operator-accounts.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { post } from "../../../api/request.ts";
import { useAction } from "../../../api/use-action.ts";
import { navigate } from "../../../app/router.ts";
import { chooseAccount, useSession } from "../../../app/session.ts";
import { Checkbox, TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { tell } from "../../../ui/toast.tsx";
import { useWaysIn } from "../../entry/ways-in.ts";

/** Enough to look around with. */
const OWN_MOODS = "100";

/** How the owner of an account that operators make gets in. */
function WaysIn() {
  const { data } = useWaysIn();
  if (data === undefined) return null;
  const link = "by a link for a password, which you make on the account's page";
  const ways = [data.oidc === null ? "" : `at ${data.oidc.name}`, data.password ? link : ""];
  return <p class="soft">Its owner signs in {ways.filter((way) => way !== "").join(", or ")}.</p>;
}

interface MoodsFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** What an account begins with. */
export function FirstMoods({ value, onInput }: MoodsFieldProps) {
  return (
    <TextField
      label="Moods to grant"
      value={value}
      onInput={onInput}
      inputMode="decimal"
      optional
      hint="A video job costs 1, unless you have set other prices. Without moods the account can make no task."
    />
  );
}

/** Makes an account once, however often its answer or what follows has failed, and begins to work for one's own. */
function useMaking(): (body: object) => Promise<OperatorAccountView> {
  const { user, account } = useSession();
  const made = useRef<OperatorAccountView | undefined>(undefined);
  return async (body) => {
    made.current ??= await post<OperatorAccountView>(`${OPERATOR_API}/accounts`, body);
    const { id, email } = made.current;
    if (account === null && email === user.email) await chooseAccount(id);
    return made.current;
  };
}

function grantOf(moods: string): { readonly grant?: string } {
  return moods.trim() === "" ? {} : { grant: moods.trim() };
}

export function NewAccount({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [moods, setMoods] = useState("");
  const [approve, setApprove] = useState(true);
  const make = useMaking();
  const action = useAction(async () => {
    const made = await make({ email, approve, ...grantOf(moods) });
    tell(`${made.email} has an account.`);
    navigate(`/operator/accounts/${made.id}`);
  });
  return (
    <FormDialog title="Make an account" verb="Make it" action={action} onClose={onClose}>
      <TextField label="E-mail of its owner" type="email" value={email} onInput={setEmail} required />
      <FirstMoods value={moods} onInput={setMoods} />
      <Checkbox label="Approve it at once" checked={approve} onChange={setApprove} />
      <WaysIn />
    </FormDialog>
  );
}

/** For an operator who has no account. */
export function OwnAccount({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const [moods, setMoods] = useState(OWN_MOODS);
  const make = useMaking();
  const action = useAction(async () => {
    const { email } = user;
    await make({ email, approve: true, ...grantOf(moods) });
    tell("You have an account. Cut a first video in the playground.");
    navigate("/playground");
  });
  return (
    <FormDialog title="Make an account for yourself" verb="Make it" action={action} onClose={onClose}>
      <p class="soft">
        It belongs to {user.email} and can be used at once. You can grant it more moods at any time.
      </p>
      <FirstMoods value={moods} onInput={setMoods} />
    </FormDialog>
  );
}
