// What somebody can do whose account is not approved yet, and what will come after.
import type { PersonAccountView } from "../../../api-types/session.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Card } from "../../ui/page-header.tsx";
import "./next-steps.css";

interface Step {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly state: "done" | "now" | "later";
}

function stepsOf({ state, blocked }: PersonAccountView): Step[] {
  const waits = state === "PENDING" || blocked;
  return [
    {
      icon: "check",
      title: "You asked for an account",
      text: "It is there, under your e-mail.",
      state: "done",
    },
    {
      icon: blocked ? "warning" : "shield",
      title: blocked ? "An operator has blocked it" : "An operator approves it",
      text: blocked
        ? "Nothing can be done with it until an operator unblocks it."
        : "Operators see it in their list. Tell yours if it takes long.",
      state: waits ? "now" : "done",
    },
    {
      icon: "keys",
      title: "You make an API key",
      text: "Or try calls in the playground, without one.",
      state: "later",
    },
    {
      icon: "play",
      title: "You cut your first clips",
      text: "Upload a video, and follow the job as it runs.",
      state: "later",
    },
  ];
}

export function NextSteps({ account }: { account: PersonAccountView }) {
  return (
    <Card title="What comes next">
      <ol class="steps">
        {stepsOf(account).map(({ icon, title, text, state }) => (
          <li key={title} class={`step step-${state}`} aria-current={state === "now" ? "step" : undefined}>
            <span class="step-mark">
              <Icon name={state === "done" ? "check" : icon} size={16} />
            </span>
            <div>
              <h3>{title}</h3>
              <p class="soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
