// What operators' actions in the audit log begin with: the first words of the commands that change something, which the
// console's changes are named by, too.
export const ACTION_KINDS = [
  "account",
  "backup",
  "category",
  "database",
  "key",
  "ledger",
  "model",
  "node",
  "operator",
  "person",
  "price",
  "queue",
  "restore",
  "secret",
  "template",
] as const;
