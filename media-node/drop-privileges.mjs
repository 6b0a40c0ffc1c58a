// @ts-check
// Loaded before main.ts: a media node that was started as root goes on as the service's user. What only root may do to
// the programs that npm brings is done before. Why it is no TypeScript: see the control plane's.
import { dropPrivileges } from "../shared/process/drop-privileges.ts";
import { isRoot } from "../shared/process/service-user.ts";
import { makeBundledToolsExecutable } from "./ffmpeg/bundled-tools.ts";

if (isRoot()) await makeBundledToolsExecutable();
await dropPrivileges(["CLIPMILL_STORAGE", "CLIPMILL_SCRATCH_DIR"]);
