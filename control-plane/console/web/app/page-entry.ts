// What a page is: its address, its title, who may see it, and the file that draws it, which is loaded when it is opened.
import type { ComponentType } from "preact";

export interface PageProps {
  /** What stands in the address in the place of `:names`. */
  readonly params: Readonly<Record<string, string>>;
}

export interface PageEntry {
  /** Below /console; with `:name` for what differs. */
  readonly path: string;
  /** In the browser's tab. A page that knows better says so by `useTitle`. */
  readonly title: string;
  /**
   * `approved` needs an account that an operator has approved, `member` any account, `operator` the operators' right,
   * `person` somebody signed in, `public` nobody.
   */
  readonly role: "public" | "person" | "member" | "approved" | "operator";
  readonly load: () => Promise<{ default: ComponentType<PageProps> }>;
}
