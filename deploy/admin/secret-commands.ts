// The operator's commands for the secret that signs links, where the appliance has made it itself. Running planes keep
// what they were started with, since a restart ends nothing that a client would notice.

import { forgetOldSecrets, rotateSecret } from "../appliance/kept-secrets.ts";
import type { AdminCommand } from "./admin-call.ts";

function describe(accepted: number): { readonly accepted: number; readonly takesEffect: string } {
  return { accepted, takesEffect: "when the appliance is started again" };
}

export const SECRET_COMMANDS: readonly AdminCommand[] = [
  {
    words: ["secret", "rotate"],
    usage: "secret rotate",
    runOnFolder: async (dataDir) => describe(await rotateSecret(dataDir)),
  },
  {
    words: ["secret", "forget-old"],
    usage: "secret forget-old",
    runOnFolder: async (dataDir) => describe(await forgetOldSecrets(dataDir)),
  },
];
