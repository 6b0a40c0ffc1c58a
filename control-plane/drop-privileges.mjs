// @ts-check
// Loaded before main.ts: a control plane that was started as root goes on as the service's user. It is no TypeScript,
// since tsx, where a TypeScript file was loaded before it, resolves and compiles in a thread of its own: 35 MB and a
// second of a core more for each plane.
import { dropPrivileges } from "../shared/process/drop-privileges.ts";

await dropPrivileges(["CLIPMILL_STORAGE"]);
