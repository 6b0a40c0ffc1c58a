// The account's API keys. A key's text is shown once, when it is made or rotated.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ConsoleKeyView, NewKeyView } from "../../../api-types/account.ts";
import { del, post, put } from "../../api/request.ts";
import { useList } from "../../api/use-list.ts";
import { useSession } from "../../app/session.ts";
import { type Confirmation, useConfirm } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { formatCount } from "../../ui/format.ts";
import { Card, PageHeader } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { SecretDialog } from "../../ui/secret-dialog.tsx";
import { EmptyState, Loaded } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { tell } from "../../ui/toast.tsx";
import { KeyAddresses, KeyScopes, KeyState } from "./key-cells.tsx";
import { KeyDialog, type KeyTerms } from "./key-form.tsx";
import { KeyName, nameOfKey } from "./key-name.tsx";

const PATH = "/console/api/keys";
type Open = { readonly kind: "new" } | { readonly kind: "change"; readonly key: ConsoleKeyView } | null;

/** "" where the account's limits hold. */
function limitsText({ perMinute, perDay }: ConsoleKeyView): string {
  const parts = [
    perMinute === null ? "" : `${formatCount(perMinute)} a minute`,
    perDay === null ? "" : `${formatCount(perDay)} a day`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function columnsOf(actions: (key: ConsoleKeyView) => ComponentChildren): Column<ConsoleKeyView>[] {
  return [
    { key: "key", label: "Key", cell: ({ name, hint }) => <KeyName name={name} hint={hint} /> },
    { key: "state", label: "State", cell: (key) => <KeyState apiKey={key} /> },
    {
      key: "scopes",
      label: "May do",
      cell: (key) => (
        <span class="cell-stack">
          <KeyScopes scopes={key.scopes} />
          {limitsText(key) !== "" && <small>{limitsText(key)}</small>}
        </span>
      ),
    },
    { key: "ips", label: "From", cell: ({ ips }) => <KeyAddresses ips={ips} /> },
    {
      key: "used",
      label: "Last used",
      cell: ({ lastUsedAt, createdAt }) => (
        <span class="cell-stack">
          {lastUsedAt === null ? <span class="faint">Never</span> : <Time at={lastUsedAt} kind="ago" />}
          <small class="nowrap">
            made <Time at={createdAt} kind="day" />
          </small>
        </span>
      ),
    },
    { key: "actions", label: "Actions", kind: "actions", cell: actions },
  ];
}

function MadeKey({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <SecretDialog title="Your key" warning="Copy it now." text={text} what="key" onClose={onClose}>
      Only its hash is kept: it cannot be shown again. A lost key is rotated.
    </SecretDialog>
  );
}

function rotation(key: ConsoleKeyView, onMade: (made: NewKeyView) => void): Confirmation {
  return {
    title: `Rotate ${nameOfKey(key)}?`,
    text: "It gets a new text, which is shown once. The old one stops working at once.",
    verb: "Rotate the key",
    danger: true,
    act: async () => onMade(await post<NewKeyView>(`${PATH}/${key.id}/rotate`)),
  };
}

function revocation(key: ConsoleKeyView, reload: () => void): Confirmation {
  return {
    title: `Revoke ${nameOfKey(key)}?`,
    text: "Every call with it fails from now on. This cannot be undone.",
    verb: "Revoke the key",
    danger: true,
    act: async () => {
      await del(`${PATH}/${key.id}`);
      tell("The key was revoked.");
      reload();
    },
  };
}

/** What may be done with a key; nothing with one that was revoked. */
function KeyActions(props: {
  readonly apiKey: ConsoleKeyView;
  readonly onChange: () => void;
  readonly onRotate: () => void;
  readonly onRevoke: () => void;
}) {
  if (props.apiKey.revokedAt !== null) return null;
  return (
    <span class="row">
      <Button size="small" onClick={props.onChange}>
        Change
      </Button>
      <Button size="small" onClick={props.onRotate}>
        Rotate
      </Button>
      <Button size="small" onClick={props.onRevoke}>
        Revoke
      </Button>
    </span>
  );
}

function NoKeys({ canCreate }: { canCreate: boolean }) {
  return (
    <EmptyState icon="keys" title="No keys yet">
      {canCreate
        ? "Create one, and send it as x-service-api-key with each call."
        : "Keys can be created once an operator has approved this account."}
    </EmptyState>
  );
}

export default function KeysPage() {
  const { account } = useSession();
  const list = useList<ConsoleKeyView>(PATH);
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<NewKeyView | null>(null);
  const { ask, dialog } = useConfirm();
  const canCreate = account?.state === "APPROVED";
  const show = (key: NewKeyView): void => {
    setMade(key);
    list.reload();
  };
  const save = async (terms: KeyTerms): Promise<void> => {
    if (open?.kind === "change") {
      await put(`${PATH}/${open.key.id}`, terms);
      tell("The key was changed.");
      list.reload();
    } else show(await post<NewKeyView>(PATH, terms));
    setOpen(null);
  };
  const actions = (key: ConsoleKeyView): ComponentChildren => (
    <KeyActions
      apiKey={key}
      onChange={() => setOpen({ kind: "change", key })}
      onRotate={() => ask(rotation(key, show))}
      onRevoke={() => ask(revocation(key, list.reload))}
    />
  );
  const create = (
    <Button kind="primary" icon="plus" disabled={!canCreate} onClick={() => setOpen({ kind: "new" })}>
      Create a key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Keys"
        description="With a key your programs call the API for this account."
        actions={create}
      />
      <Loaded resource={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <NoKeys canCreate={canCreate} />
          ) : (
            <Card flush>
              <Table
                label="Keys, newest first"
                columns={columnsOf(actions)}
                rows={items}
                rowKey={({ id }) => id}
              />
              <Pagination pagination={pagination} of="keys" onPage={list.setPage} />
            </Card>
          )
        }
      </Loaded>
      {open !== null && (
        <KeyDialog
          keyView={open.kind === "change" ? open.key : null}
          onSave={save}
          onClose={() => setOpen(null)}
        />
      )}
      {made !== null && <MadeKey text={made.key} onClose={() => setMade(null)} />}
      {dialog}
    </>
  );
}
