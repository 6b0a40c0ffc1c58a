// Whose account this is, which others there are, and the way out.
import { asApiError } from "../api/api-error.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuGroup, MenuItem } from "../ui/menu.tsx";
import { tell, tellError } from "../ui/toast.tsx";
import { navigate } from "./router.ts";
import { chooseAccount, signOut, useSession } from "./session.ts";
import "./account-menu.css";

/** Works for another account, and says so. */
export async function changeAccount(accountId: string, name: string): Promise<void> {
  try {
    await chooseAccount(accountId);
    navigate("/");
    tell(`You now work for ${name}.`);
  } catch (error) {
    tellError(asApiError(error));
  }
}

function leave(): void {
  signOut().catch((error: unknown) => tellError(asApiError(error)));
}

/** The button with the account's name, and its menu. */
export function AccountMenu() {
  const { user, account, accounts, isOperator } = useSession();
  const name = account?.name ?? (isOperator ? "Operator" : "No account");
  const label = (
    <>
      <span class="account-mark" aria-hidden="true">
        {Array.from(name).at(0)?.toUpperCase()}
      </span>
      <span class="truncate">
        <bdi>{name}</bdi>
        {name !== user.email && <small class="truncate">{user.email}</small>}
      </span>
      <Icon name="chevron" size={16} />
    </>
  );
  return (
    <Menu
      label={label}
      name="Account and sign-out"
      class="account-menu"
      buttonClass="account-menu-button"
      above
    >
      {accounts.some(({ id }) => id !== account?.id) && (
        <MenuGroup label="Work for">
          {accounts.map((other) => (
            <MenuItem
              key={other.id}
              checked={other.id === account?.id}
              onClick={() => void changeAccount(other.id, other.name)}
            >
              <bdi>{other.name}</bdi>
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      <MenuItem icon="settings" onClick={() => navigate("/settings")}>
        Your settings
      </MenuItem>
      <MenuItem icon="signOut" onClick={leave}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
