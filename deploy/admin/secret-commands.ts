// The operator's commands for the secret that signs links, where the appliance has made it itself. Running planes keep
// what they were started with, since a restart ends nothing that a client would notice.

import type { Done } from "../../control-plane/audit/operator-actions.ts";
import { forgetOldSecrets, rotateSecret } from "../appliance/kept-secrets.ts";
import type { AdminCommand } from "./admin-call.ts";

function describe(accepted: number): Done<unknown> {
  const result = { accepted, takesEffect: "when the appliance is started again" };
  return { result, target: "secret", details: { accepted } };
}

export const SECRET_COMMANDS: readonly AdminCommand[] = [
  {
    usage: "secret rotate",
    changeFolder: async (dataDir) => describe(await rotateSecret(dataDir)),
  },
  {
    usage: "secret forget-old",
    changeFolder: async (dataDir) => describe(await forgetOldSecrets(dataDir)),
  },
];
