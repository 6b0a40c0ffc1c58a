// `npm run admin -- …`: the operator's command line. It needs only the database's address, from CLIPMILL_DATABASE_URL or
// from the appliance that runs on this data folder; commands that read or bring files need the storage, too.
import "../shared/process/check-node.ts";
import { runAdmin } from "./admin/run-admin.ts";

process.exitCode = await runAdmin(process.argv.slice(2), process.env, console);
