// The second factor: off, being set up, or on. What is shown once stays in the card until its reader says so, since a
// dialog is closed too easily.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { FactorView, NewFactorView, RecoveryCodesView } from "../../../api-types/second-factor.ts";
import { del, get, post } from "../../api/request.ts";
import { useResource } from "../../api/use-resource.ts";
import { askForSession, useSession } from "../../app/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/form/button.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Card } from "../../ui/page-header.tsx";
import { Loaded, Notice } from "../../ui/state.tsx";
import { Time } from "../../ui/time.tsx";
import { tell } from "../../ui/toast.tsx";
import { type Proof, ProofDialog } from "./proof-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ConfirmStep, PasswordStep } from "./set-up-factor.tsx";
import "./settings.css";

const PATH = "/console/api/totp";
/** Below it, people should make new ones. */
const FEW_CODES = 3;

type Step =
  | { readonly kind: "none" }
  | { readonly kind: "password" }
  | { readonly kind: "confirm"; readonly made: NewFactorView }
  | { readonly kind: "codes"; readonly codes: readonly string[] };

type Asked = "renew" | "off" | null;

function Off({ onBegin }: { onBegin: () => void }) {
  return (
    <div class="stack">
      <p class="soft">
        Your password alone signs in. With an authenticator app on your phone, whoever learns your password
        still lacks its code.
      </p>
      <div>
        <Button kind="primary" icon="shield" onClick={onBegin}>
          Set up
        </Button>
      </div>
    </div>
  );
}

function On({ factor, onAsk }: { factor: FactorView; onAsk: (asked: Asked) => void }) {
  const { since, recoveryCodesLeft: left } = factor;
  return (
    <div class="stack">
      {left < FEW_CODES && (
        <Notice
          kind="warning"
          title={left === 0 ? "You have no recovery codes left." : "Few recovery codes are left."}
        >
          Make new ones while you have your app: without either, only an operator lets you in.
        </Notice>
      )}
      <KeyValues
        folding
        entries={[
          { key: "On since", value: <Time at={since} /> },
          { key: "Recovery codes left", value: <span class="numeric">{left} of 10</span> },
        ]}
      />
      <div class="row">
        <Button onClick={() => onAsk("renew")}>Make new recovery codes</Button>
        <Button kind="danger" onClick={() => onAsk("off")}>
          Turn off
        </Button>
      </div>
    </div>
  );
}

interface Change {
  readonly onStep: (step: Step) => void;
  readonly onDone: () => void;
}

function AskedDialog({
  asked,
  onClose,
  onStep,
  onDone,
}: Change & { asked: "renew" | "off"; onClose: () => void }) {
  const renew = async (proof: Proof): Promise<void> => {
    const { recoveryCodes } = await post<RecoveryCodesView>(`${PATH}/recovery-codes`, proof);
    onStep({ kind: "codes", codes: recoveryCodes });
    onDone();
  };
  const turnOff = async (proof: Proof): Promise<void> => {
    await del(PATH, proof);
    tell("The second factor is off.");
    onDone();
  };
  return asked === "renew" ? (
    <ProofDialog title="Make new recovery codes?" verb="Make new ones" act={renew} onClose={onClose}>
      The codes that you have stop working.
    </ProofDialog>
  ) : (
    <ProofDialog title="Turn the second factor off?" verb="Turn off" danger act={turnOff} onClose={onClose}>
      Your password alone signs in then. Your recovery codes end with it.
    </ProofDialog>
  );
}

/** What stands in the card, by how far its reader is. */
function Body({
  step,
  factor,
  onStep,
  onDone,
  onAsk,
}: Change & {
  step: Step;
  factor: FactorView;
  onAsk: (asked: Asked) => void;
}): ComponentChildren {
  const cancel = (): void => onStep({ kind: "none" });
  switch (step.kind) {
    case "password":
      return <PasswordStep onMade={(made) => onStep({ kind: "confirm", made })} onCancel={cancel} />;
    case "confirm":
      return (
        <ConfirmStep
          made={step.made}
          onCancel={cancel}
          onConfirmed={(codes) => {
            onStep({ kind: "codes", codes });
            onDone();
          }}
        />
      );
    case "codes":
      return <RecoveryCodes codes={step.codes} onKept={cancel} />;
    case "none":
      return factor.since === null ? (
        <Off onBegin={() => onStep({ kind: "password" })} />
      ) : (
        <On factor={factor} onAsk={onAsk} />
      );
  }
}

/** @param onChange told when other sessions may have ended */
export function SecondFactorCard({ onChange }: { onChange: () => void }) {
  const { user } = useSession();
  const resource = useResource(PATH, (signal) => get<FactorView>(PATH, { signal }));
  const [step, setStep] = useState<Step>({ kind: "none" });
  const [asked, setAsked] = useState<Asked>(null);
  const done = (): void => {
    setAsked(null);
    resource.reload();
    void askForSession();
    onChange();
  };
  return (
    <Card
      title="Second factor"
      description="A code from an authenticator app, beside your password."
      actions={user.totp ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
    >
      <Loaded resource={resource} lines={2}>
        {(factor) => <Body step={step} factor={factor} onStep={setStep} onDone={done} onAsk={setAsked} />}
      </Loaded>
      {asked !== null && (
        <AskedDialog asked={asked} onStep={setStep} onDone={done} onClose={() => setAsked(null)} />
      )}
    </Card>
  );
}
