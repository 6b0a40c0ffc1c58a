// Takes a text of SQL apart into its statements: at the semicolons that stand outside quotations and comments. A server
// runs a text of several statements as one transaction, in which no index can be built concurrently.

/** What is skipped whole: comments, quoted texts and names, and bodies between dollar signs. */
const QUOTATION =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$/y;

/** The statements of a text, without their semicolons and without comments before them. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let statement = "";
  const finish = (): void => {
    if (statement.trim() !== "") statements.push(statement.trim());
    statement = "";
  };
  for (let index = 0; index < text.length; ) {
    QUOTATION.lastIndex = index;
    const quotation = QUOTATION.exec(text)?.[0];
    const piece = quotation ?? text.charAt(index);
    index += piece.length;
    if (piece === ";") finish();
    else statement += piece.startsWith("--") || piece.startsWith("/*") ? " " : piece;
  }
  finish();
  return statements;
}
