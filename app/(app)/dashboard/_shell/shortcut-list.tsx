"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { Dialog } from "@/app/_kit/ui/dialog";
import { Kbd } from "@/app/_kit/ui/kbd";

type Line = { keys: readonly string[]; what: string };

/** The dialog "Keyboard shortcuts". */
export function ShortcutList() {
  const t = useTranslations("shell.shortcuts");
  const shell = useTranslations("shell");
  const { listOpen, setListOpen, singleKeys, opener, goTo } = useShortcuts();
  const everywhere = [
    { keys: [shell("controlK"), "⌘K"], what: t("commandMenu") },
    { keys: ["/"], what: t("filter") },
    { keys: ["c"], what: t("create") },
    { keys: ["?"], what: t("help") },
    { keys: ["Esc"], what: t("close") },
  ];
  const lists = [
    { keys: ["j", "↓"], what: t("next") },
    { keys: ["k", "↑"], what: t("previous") },
    { keys: ["Enter"], what: t("open") },
    { keys: ["x"], what: t("select") },
  ];
  const approvals = [
    { keys: ["a"], what: t("approve") },
    { keys: ["d"], what: t("deny") },
    { keys: ["q"], what: t("ask") },
    { keys: [shell("controlZ"), "⌘Z"], what: t("undo") },
    { keys: ["Esc"], what: t("clear") },
  ];
  return (
    <Dialog
      open={listOpen}
      onOpenChange={setListOpen}
      title={t("title")}
      description={singleKeys ? undefined : t("off")}
      size="lg"
      finalFocus={() => opener.current}
    >
      <section
        aria-label={t("title")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls on a phone, so it must be reachable with the keyboard
        tabIndex={0}
        className="grid gap-x-8 gap-y-5 rounded-sm sm:grid-cols-2"
      >
        <div className="flex flex-col gap-5">
          <Group title={t("groups.everywhere")} lines={everywhere} />
          <Group title={t("groups.lists")} lines={lists} />
          <Group title={t("groups.approvals")} lines={approvals} />
        </div>
        <Group
          title={t("groups.goTo")}
          then={t("then")}
          lines={Object.entries(goTo).map(([key, { name }]) => ({
            keys: ["g", key],
            what: shell(`pages.${name}`),
          }))}
        />
      </section>
    </Dialog>
  );
}

type GroupProps = {
  title: string;
  lines: readonly Line[];
  /** The word between the keys of a sequence; without it the keys are alternatives. */
  then?: string;
};

function Group({ title, lines, then }: GroupProps) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5">
        {lines.map(({ keys, what }) => (
          <Fragment key={what}>
            <dt className="text-muted">{what}</dt>
            <dd className="flex items-center gap-1 text-subtle text-xs">
              {keys.map((key, position) => (
                <Fragment key={key}>
                  {position > 0 ? (then ?? "/") : null}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
