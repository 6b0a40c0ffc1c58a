// The operator's commands, as a table: each names its words, its usage and what it does. They call the functions that
// the console calls, so that both always agree.
import { ACCOUNT_COMMANDS } from "./account-commands.ts";
import type { AdminCommand } from "./admin-call.ts";
import { AUDIT_COMMANDS } from "./audit-command.ts";
import { BACKUP_COMMANDS } from "./backup-commands.ts";
import { CATEGORY_COMMANDS } from "./category-commands.ts";
import { DATABASE_COMMANDS } from "./database-commands.ts";
import { KEY_COMMANDS } from "./key-commands.ts";
import { LEDGER_COMMANDS } from "./ledger-commands.ts";
import { MODEL_COMMANDS } from "./model-commands.ts";
import { NODE_COMMANDS } from "./node-commands.ts";
import { PERSON_COMMANDS } from "./person-commands.ts";
import { PRICE_COMMANDS } from "./price-commands.ts";
import { QUEUE_COMMANDS } from "./queue-commands.ts";
import { SECRET_COMMANDS } from "./secret-commands.ts";
import { TEMPLATE_COMMANDS } from "./template-commands.ts";

export const ADMIN_COMMANDS: readonly AdminCommand[] = [
  ...ACCOUNT_COMMANDS,
  ...KEY_COMMANDS,
  ...PERSON_COMMANDS,
  ...PRICE_COMMANDS,
  ...TEMPLATE_COMMANDS,
  ...CATEGORY_COMMANDS,
  ...SECRET_COMMANDS,
  ...LEDGER_COMMANDS,
  ...DATABASE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...BACKUP_COMMANDS,
  ...NODE_COMMANDS,
  ...MODEL_COMMANDS,
  ...QUEUE_COMMANDS,
];
