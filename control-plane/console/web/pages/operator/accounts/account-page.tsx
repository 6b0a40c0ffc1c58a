// One account: what it has, on what terms, and what it did.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { OperatorAccountView, OwnerLinkView } from "../../../../api-types/operator-accounts.ts";
import { OPERATOR_API } from "../../../api/operator-api.ts";
import { get, post } from "../../../api/request.ts";
import { useResource } from "../../../api/use-resource.ts";
import type { PageProps } from "../../../app/page-entry.ts";
import { setQuery } from "../../../app/router.ts";
import { useTitle } from "../../../app/title.ts";
import { StateBadge } from "../../../ui/badge.tsx";
import { type Confirmation, useConfirm } from "../../../ui/dialog.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { formatMoods } from "../../../ui/format.ts";
import { PageHeader, Tile } from "../../../ui/page-header.tsx";
import { SecretDialog } from "../../../ui/secret-dialog.tsx";
import { Loaded, Notice } from "../../../ui/state.tsx";
import { Time } from "../../../ui/time.tsx";
import { tell } from "../../../ui/toast.tsx";
import { useWaysIn } from "../../entry/ways-in.ts";
import { AccountKeys } from "./account-keys.tsx";
import { AccountLedger } from "./account-ledger.tsx";
import { MoodsDialog } from "./account-moods.tsx";
import { AccountTerms } from "./account-terms.tsx";
import { AccountUsage } from "./account-usage.tsx";
import { ApproveButton } from "./approve-account.tsx";
import "../operator.css";

const BACK = { path: "/operator/accounts", label: "Accounts" };

interface ActionsProps {
  readonly account: OperatorAccountView;
  readonly onChange: (account: OperatorAccountView) => void;
}

const WHAT_HAPPENS = {
  block: {
    title: "Block the account's owner?",
    text: "Every session of its owner ends, and all keys of all accounts of theirs are refused at once. Tasks under way go on to their end. You can unblock it later.",
    verb: "Block",
    done: "The account is blocked.",
  },
  unblock: {
    title: "Unblock the account's owner?",
    text: "Keys work again at once. Sessions that the block has ended stay ended: people sign in again.",
    verb: "Unblock",
    done: "The account is unblocked.",
  },
  "remove-factor": {
    title: "Turn the owner's second factor off?",
    text: "For somebody who has lost their app and recovery codes: make sure that it is them. Their password alone signs in then, and all their sessions end.",
    verb: "Turn off",
    done: "The owner's second factor is off.",
  },
} as const;

/** Asks, makes a link by which the account's owner gets in, and shows it once. */
function PasswordLink({ account }: { account: OperatorAccountView }) {
  const { ask, dialog } = useConfirm();
  const [made, setMade] = useState<OwnerLinkView>();
  const link: Confirmation = {
    title: "Make a link for a password?",
    text: `Whoever opens it sets a password for ${account.email}, once, within a day: make sure that it is they who ask, and pass it on in a way that reaches nobody else. All their sessions end then, in every account that they act for; keys go on working${account.totp ? ", and their second factor is asked for as before" : ""}. A link that was made before works no more.`,
    verb: "Make the link",
    act: async () =>
      setMade(await post<OwnerLinkView>(`${OPERATOR_API}/accounts/${account.id}/password-link`)),
  };
  return (
    <>
      <Button onClick={() => ask(link)}>Link for a password</Button>
      {dialog}
      {made !== undefined && (
        <SecretDialog
          title={`The link for ${account.email}`}
          warning="Copy it now, and pass it on."
          text={`${location.origin}${made.path}`}
          what="link"
          onClose={() => setMade(undefined)}
        >
          It is shown this once, and this appliance sends no mail. It works once, until{" "}
          <Time at={made.expiresAt} />.
        </SecretDialog>
      )}
    </>
  );
}

function Actions({ account, onChange }: ActionsProps) {
  const waysIn = useWaysIn();
  const { ask, dialog } = useConfirm();
  const [moods, setMoods] = useState<"grant" | "adjust" | null>(null);
  const showEntry = (changed: OperatorAccountView): void => {
    // It is the newest of the ledger.
    setQuery({ before: null });
    onChange(changed);
  };
  const askFor = (name: keyof typeof WHAT_HAPPENS): void => {
    const { done, ...texts } = WHAT_HAPPENS[name];
    const act = async (): Promise<void> => {
      onChange(await post<OperatorAccountView>(`${OPERATOR_API}/accounts/${account.id}/${name}`));
      tell(done);
    };
    ask({ ...texts, danger: name === "block" || name === "remove-factor", act });
  };
  return (
    <>
      <ApproveButton account={account} icon="check" onApproved={showEntry} />
      <Button onClick={() => setMoods("grant")}>Grant moods</Button>
      <Button onClick={() => setMoods("adjust")}>Adjust</Button>
      {waysIn.data?.password === true && !account.operator && !account.signOnAlone && (
        <PasswordLink account={account} />
      )}
      {account.totp && !account.operator && (
        <Button onClick={() => askFor("remove-factor")}>Turn second factor off</Button>
      )}
      {account.blocked ? (
        <Button onClick={() => askFor("unblock")}>Unblock</Button>
      ) : (
        <Button kind="danger" onClick={() => askFor("block")}>
          Block
        </Button>
      )}
      {dialog}
      {moods !== null && (
        <MoodsDialog account={account} kind={moods} onChange={showEntry} onClose={() => setMoods(null)} />
      )}
    </>
  );
}

function Facts({ account }: { account: OperatorAccountView }) {
  const { moodsBalance, moodsGranted, moodsUsed, priceMultiplier } = account;
  return (
    <div class="tiles">
      <Tile label="Balance" value={formatMoods(moodsBalance)} note="moods" />
      <Tile label="Granted" value={formatMoods(moodsGranted)} note="grants and adjustments" />
      <Tile label="Used" value={formatMoods(moodsUsed)} note="charges less refunds" />
      <Tile label="Price" value={`× ${priceMultiplier}`} note="of the list price" />
    </div>
  );
}

/** Whose account it is; there from the beginning, so that the focus and the way back are, too. */
function headOf(account: OperatorAccountView | undefined): {
  title: ComponentChildren;
  description?: ComponentChildren;
} {
  if (account === undefined) return { title: "Account" };
  return {
    title: account.email,
    description: (
      <span class="row">
        <bdi>{account.name}</bdi>
        <StateBadge state={account.blocked ? "blocked" : account.state} />
        <span class="mono">{account.id}</span>
      </span>
    ),
  };
}

export default function AccountPage({ params }: PageProps) {
  const { accountId = "" } = params;
  const path = `${OPERATOR_API}/accounts/${accountId}`;
  const resource = useResource(path, (signal) => get<OperatorAccountView>(path, { signal }));
  const { data } = resource;
  useTitle(data?.email ?? "Account");
  return (
    <>
      <PageHeader
        {...headOf(data)}
        back={BACK}
        actions={data && <Actions account={data} onChange={resource.replace} />}
      />
      <Loaded resource={resource} lines={10}>
        {(account) => (
          <div class="stack">
            {account.blocked && (
              <Notice kind="warning" title="Blocked.">
                Its owner cannot sign in, and its keys are refused.
              </Notice>
            )}
            <Facts account={account} />
            <AccountTerms account={account} onChange={resource.replace} />
            <AccountUsage accountId={account.id} />
            <AccountKeys accountId={account.id} />
            <AccountLedger accountId={account.id} changes={account.moodsGranted} />
          </div>
        )}
      </Loaded>
    </>
  );
}
