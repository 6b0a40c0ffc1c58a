// Loaded before main.ts: a control plane that was started as root goes on as the service's user.
import { dropPrivileges } from "../shared/process/drop-privileges.ts";

await dropPrivileges(["CLIPMILL_STORAGE"]);
