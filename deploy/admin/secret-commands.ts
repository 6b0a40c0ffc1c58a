// The operator's commands for the secret that signs links, where the appliance has made it itself. Running planes keep
// what they were started with, since a restart ends nothing that a client would notice.

import type { Done } from "../../control-plane/audit/operator-actions.ts";
import { forgetOldSecrets, rotateSecret } from "../appliance/kept-secrets.ts";
import { nameFullDisk } from "../appliance/name-full-disk.ts";
import type { AdminCommand } from "./admin-call.ts";

async function change(dataDir: string, make: (dataDir: string) => Promise<number>): Promise<Done<unknown>> {
  const accepted = await nameFullDisk(dataDir, () => make(dataDir));
  const result = { accepted, takesEffect: "when the appliance is started again" };
  return { result, target: "secret", details: { accepted } };
}

export const SECRET_COMMANDS: readonly AdminCommand[] = [
  {
    usage: "secret rotate",
    changeFolder: (dataDir) => change(dataDir, rotateSecret),
  },
  {
    usage: "secret forget-old",
    changeFolder: (dataDir) => change(dataDir, forgetOldSecrets),
  },
];
