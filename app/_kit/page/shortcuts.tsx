"use client";

import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { OfferedForms } from "@/app/_kit/page/offered-forms";
import { useGoTo } from "@/app/_kit/page/use-go-to";
import { isOnRow, moveRow, selectRow } from "@/app/_kit/ui/table-keys";
import { paths } from "@/app/paths";

/** The second key of sequences such as `g k`. */
const goTo = {
  t: { name: "today", href: paths.home },
  m: { name: "leaves", href: paths.leaves },
  p: { name: "approvals", href: paths.approvals },
  d: { name: "wallchart", href: paths.wallchart },
  e: { name: "people", href: paths.people },
  a: { name: "apps", href: paths.apps },
} as const;

/** Those of whom has the Open API in the main navigation. */
const goToOpenApi = {
  k: { name: "keys", href: paths.keys },
  w: { name: "webhooks", href: paths.webhooks },
  n: { name: "notifications", href: paths.notifications },
  l: { name: "logs", href: paths.logs },
  u: { name: "usage", href: paths.usage },
  r: { name: "reference", href: paths.reference },
} as const;

/** Pages on which `c` opens a leave request. */
const leaveLists: readonly string[] = [paths.home, paths.leaves, paths.wallchart, paths.approvals];
/** Also on one leave, but not on its edit form. */
const asksForLeave = (pathname: string): boolean =>
  leaveLists.includes(pathname) || new RegExp(`^${paths.leaves}/[^/]+$`).test(pathname);

const secondKeyMs = 1_500;
/** Maximum time for the page that a key leads to. */
const onItsWayMs = 2_000;

type Settings = {
  /** Whether keys without Ctrl or ⌘ are enabled. */
  singleKeys: boolean;
  setSingleKeys: (on: boolean) => void;
  menuOpen: boolean;
  setMenuOpen: (open: boolean) => void;
  listOpen: boolean;
  setListOpen: (open: boolean) => void;
  /** The element that had the focus before a dialog opened. */
  opener: RefObject<HTMLElement | null>;
  /** The target of `c`. */
  forms: OfferedForms;
  /** The pages that `g` leads to, by the second key. */
  goTo: typeof goTo & Partial<typeof goToOpenApi>;
  /** The keys of the current page: of each, what its parts do. */
  pageKeys: Map<string, Set<() => boolean>>;
};

const Context = createContext<Settings | null>(null);

export function useShortcuts(): Settings {
  const settings = use(Context);
  if (!settings) throw new Error("outside of the dashboard");
  return settings;
}

/**
 * Keys of a page or of a part of it, active while it is shown: disabled in fields and dialogs, and if single-key shortcuts are off. Each
 * returns whether it handled the key; otherwise it is another part's.
 */
export function usePageKeys(keys: Record<string, () => boolean>): void {
  const { pageKeys } = useShortcuts();
  useEffect(() => {
    for (const [key, act] of Object.entries(keys))
      pageKeys.set(key, (pageKeys.get(key) ?? new Set()).add(act));
    return () => {
      for (const [key, act] of Object.entries(keys)) pageKeys.get(key)?.delete(act);
    };
  });
}

type ShortcutsProps = {
  enabled: boolean;
  /** Whether the Open API's pages have keys. */
  forDevelopers: boolean;
  children: ReactNode;
};

/** Wraps the dashboard: handles its keys, and has the state of the command menu and the list of shortcuts. */
export function Shortcuts({ enabled, forDevelopers, children }: ShortcutsProps) {
  const [singleKeys, setSingleKeys] = useState(enabled);
  const [menuOpen, setMenuOpen] = useState(false);
  const [listOpen, setListOpen] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const [forms] = useState(() => new OfferedForms());
  const [pageKeys] = useState(() => new Map<string, Set<() => boolean>>());
  const settings = useMemo(() => {
    const noting = (set: (open: boolean) => void) => (open: boolean) => {
      const focused = document.activeElement;
      if (open && focused instanceof HTMLElement && !focused.closest("dialog")) opener.current = focused;
      set(open);
    };
    return {
      singleKeys,
      setSingleKeys,
      menuOpen,
      setMenuOpen: noting(setMenuOpen),
      listOpen,
      setListOpen: noting(setListOpen),
      opener,
      forms,
      goTo: forDevelopers ? { ...goTo, ...goToOpenApi } : goTo,
      pageKeys,
    };
  }, [singleKeys, menuOpen, listOpen, forms, pageKeys, forDevelopers]);
  useKeys(settings);
  return <Context value={settings}>{children}</Context>;
}

function useKeys({ singleKeys, setMenuOpen, setListOpen, forms, goTo, pageKeys }: Settings): void {
  const goToPage = useGoTo();
  const firstAt = useRef(Number.NEGATIVE_INFINITY);
  const left = useRef({ path: "", to: "", at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const actions: Record<string, (at: number) => boolean> = {
      "?": () => {
        setListOpen(true);
        return true;
      },
      "/": focusFilter,
      // "g k c" applies to the new page, even while the old one is still shown.
      c: (at) => {
        const { pathname } = window.location;
        if (asksForLeave(pathname)) {
          goToPage(paths.request);
          return true;
        }
        const isLeaving = pathname === left.current.path && at - left.current.at < onItsWayMs;
        return forms.wish(`${isLeaving ? left.current.to : pathname}/new`) || isLeaving;
      },
      j: () => moveRow(1),
      k: () => moveRow(-1),
      x: selectRow,
    };
    const act = (event: KeyboardEvent): boolean => {
      const isSecond = event.timeStamp - firstAt.current < secondKeyMs;
      firstAt.current = event.key === "g" && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const target = isSecond && Object.hasOwn(goTo, event.key) ? goTo[event.key as keyof typeof goTo] : null;
      if (target) {
        const { href } = target;
        left.current = { path: window.location.pathname, to: href, at: event.timeStamp };
        goToPage(href);
        return true;
      }
      if (Object.hasOwn(actions, event.key)) return actions[event.key]?.(event.timeStamp) ?? false;
      return [...(pageKeys.get(event.key) ?? [])].some((actOfPart) => actOfPart());
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.altKey) {
        event.preventDefault();
        if (!isModalOpen()) setMenuOpen(true);
        return;
      }
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isModalOpen()) return;
      const arrow = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
      const done = arrow
        ? isOnRow(document.activeElement) && moveRow(arrow)
        : singleKeys && !isTyping(event) && act(event);
      if (done) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [singleKeys, setMenuOpen, setListOpen, forms, goTo, pageKeys, goToPage]);
}

/** Whether something with its own keys is open. */
export const isModalOpen = () =>
  document.querySelector('dialog, [popover="auto"]:popover-open, [role="listbox"]') !== null;

/** Whether a letter would be text, or pick an entry from a list. */
export function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("select, textarea")) return true;
  return target.matches("input:not([type=checkbox], [type=radio], [type=button], [type=submit])");
}

function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>('main input[type="search"]');
  filter?.focus();
  filter?.select();
  return filter !== null;
}
