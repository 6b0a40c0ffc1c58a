// Recovery codes, which are shown this once: copied, downloaded or written down.
import { useEffect, useRef } from "preact/hooks";
import { useSession } from "../../app/session.ts";
import { Button } from "../../ui/form/button.tsx";
import { CopyTextButton } from "../../ui/form/copy-button.tsx";
import { saveFile } from "../../ui/form/save-file.ts";
import { Notice } from "../../ui/state.tsx";

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { user } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join("\n");
  const file = `Recovery codes of ${user.email} at ${location.host} (Clipmill). Each signs in once.\n\n${text}\n`;
  return (
    <div class="stack">
      <h3 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h3>
      <Notice kind="warning" title="Keep them now, away from your phone.">
        They are shown this once. Each signs you in once, in place of a code, when you have lost your app.
      </Notice>
      <ol class="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="row">
        <CopyTextButton text={text}>Copy all</CopyTextButton>
        <Button
          icon="download"
          onClick={() => saveFile(new Blob([file], { type: "text/plain" }), "clipmill-recovery-codes.txt")}
        >
          Download
        </Button>
        <Button kind="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
