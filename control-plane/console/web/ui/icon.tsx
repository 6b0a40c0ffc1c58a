// The page's icons: strokes on a grid of 24, in the colour of the text beside them. They say nothing by themselves:
// each stands beside a word, or in a button with a label.

const PATHS = {
  overview: "M4 5h7v6H4zM13 5h7v9h-7zM4 13h7v6H4zM13 16h7v3h-7z",
  tasks: "M4 6.500h2M4 12h2M4 17.500h2M10 6.500h10M10 12h10M10 17.500h10",
  play: "M8 5.500v13l10.5-6.500z",
  models: "M12 3.500l8 4.500v8l-8 4.500L4 16V8zM4 8l8 4.500L20 8M12 12.500v8",
  templates: "M4 5h16v5H4zM4 13h7v6H4zM14 13h6v6h-6z",
  keys: "M11 12.500a4 4 0 1 0-4 4 4 4 0 0 0 4-4zM10.5 10.500L19 4M16 6.500l2.5 2.5",
  billing: "M4 19V5M4 19h16M8 16v-4M12 16V8M16 16v-6",
  webhooks: "M6 9a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 19.500a2.2 2.2 0 0 0 4 0",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c.300-3.6 2.6-6 6-6s5.7 2.4 6 6M15.5 4.500a3.5 3.5 0 0 1 0 6.200M17.5 14.500c2 .8 3.2 2.7 3.5 5.5",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.800v4.400M9 14.800v4.4",
  health: "M3.5 12.500h4l2.5-6 4 12 2.5-6h4",
  accounts:
    "M4 20V6.500L12 3l8 3.500V20M4 20h16M9 20v-4h6v4M8.5 9.500h1M14.5 9.500h1M8.5 12.500h1M14.5 12.500h1",
  nodes: "M4 5h16v6H4zM4 13h16v6H4zM7.5 8h.01M7.5 16h.01M11 8h5M11 16h5",
  queue: "M4 6h16M4 10.500h16M4 15h10M4 19.500h6M18 14v6M15.5 17.500L18 20l2.5-2.5",
  storage:
    "M4 6.500C4 5 7.6 4 12 4s8 1 8 2.500S16.4 9 12 9 4 8 4 6.500zM4 6.500v11C4 19 7.6 20 12 20s8-1 8-2.500v-11M4 12c0 1.5 3.6 2.5 8 2.500s8-1 8-2.5",
  audit: "M7 3.500h7l4 4V20.500H7zM14 3.500v4h4M10 12h5M10 15.500h5",
  menu: "M4 6.500h16M4 12h16M4 17.500h16",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.500l4.5 4.500L19 7.5",
  copy: "M8.5 8.500h11v11h-11zM15.5 8.500v-4h-11v11h4",
  chevron: "M7 9.500l5 5 5-5",
  up: "M7 14.500l5-5 5 5",
  left: "M14.5 6l-6 6 6 6",
  right: "M9.5 6l6 6-6 6",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M18.7 5.300l-1.4 1.400M6.7 17.300l-1.4 1.4",
  moon: "M19.5 14A8 8 0 0 1 10 4.500a8 8 0 1 0 9.5 9.500z",
  screen: "M4 5h16v11H4zM9 20h6M12 16v4",
  plus: "M12 5v14M5 12h14",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.500L20 20",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.2-5.300M19.5 4v4h-4",
  warning: "M12 4L2.5 20h19zM12 10v4.500M12 17.200h.01",
  info: "M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.500M12 7.800h.01",
  external: "M14 4.500h5.500V10M19.5 4.500L11 13M17 14v5.500H4.500V7H10",
  signOut: "M10 4.500H4.500v15H10M9.5 12h11M17 8.500l3.5 3.5-3.5 3.5",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  upload: "M12 16V4.500M7 9.500l5-5 5 5M4.5 15v4.500h15V15",
  download: "M12 4.500V16M7 11l5 5 5-5M4.5 15v4.500h15V15",
  docs: "M4 5c3-1 6-.6 8 1v13c-2-1.6-5-2-8-1zM20 5c-3-1-6-.6-8 1v13c2-1.6 5-2 8-1z",
  shield: "M12 3.500l7.5 2.700v5.300c0 4.3-3 7.5-7.5 9-4.5-1.5-7.5-4.7-7.5-9V6.200z",
  show: "M2.5 12C4.5 8 8 5.5 12 5.500S19.5 8 21.5 12c-2 4-5.5 6.5-9.5 6.500S4.5 16 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  hide: "M4 4l16 16M9.5 6c.8-.3 1.6-.5 2.5-.5 4 0 7.5 2.5 9.5 6.5-.7 1.4-1.6 2.6-2.7 3.600M6.3 7.700C4.7 8.8 3.4 10.2 2.5 12c2 4 5.5 6.5 9.5 6.5 1.5 0 3-.4 4.3-1M9.9 9.900a3 3 0 0 0 4.2 4.2",
  trash: "M4.5 7h15M9.5 7V4.500h5V7M6.5 7l1 13h9l1-13M10 11v5.500M14 11v5.5",
} as const;

export type IconName = keyof typeof PATHS;

/** Hidden from those who hear the page. @param props.size of its square, in pixels */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={name === "more" ? 2.6 : 1.7}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
