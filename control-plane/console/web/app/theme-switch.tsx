// Light, dark or the system's: three radio buttons that look like a switch.
import { Icon } from "../ui/icon.tsx";
import { useStore } from "./store.ts";
import { setTheme, theme } from "./theme.ts";
import "./theme-switch.css";

const CHOICES = [
  { value: "system", label: "As the system", icon: "screen" },
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
] as const;

export function ThemeSwitch() {
  const current = useStore(theme);
  return (
    <fieldset class="theme-switch" aria-label="Colours">
      <span aria-hidden="true">Colours</span>
      <span class="theme-switch-choices">
        {CHOICES.map(({ value, label, icon }) => (
          <label key={value} title={label}>
            <input
              type="radio"
              name="theme"
              value={value}
              aria-label={label}
              checked={current === value}
              onChange={() => setTheme(value)}
            />
            <Icon name={icon} size={15} />
          </label>
        ))}
      </span>
    </fieldset>
  );
}
