"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { Modal } from "@/app/_kit/ui/modal";
import { modalStyles } from "@/app/_kit/ui/overlay-styles";
import { QueryProvider } from "@/app/_trpc/queries";
import type { Command, CommandGroup } from "@/app/(app)/dashboard/_shell/commands/command";
import { type CommandMenuProps, useCommands } from "@/app/(app)/dashboard/_shell/commands/use-commands";

/** The dialog "Command menu": a field that filters actions, pages, keys, webhooks, people and the reference, and recognises pasted ids. */
export function CommandMenuDialog(props: CommandMenuProps) {
  const t = useTranslations("shell.commands");
  const { menuOpen, setMenuOpen, opener } = useShortcuts();
  const [text, setText] = useState("");
  const leaves = useRef(false);
  const close = () => {
    setMenuOpen(false);
    setText("");
  };
  const run = (command: Command) => {
    leaves.current = command.leaves;
    close();
    command.run();
  };
  if (!menuOpen) return null;
  return (
    <Modal
      aria-label={t("title")}
      onClose={close}
      // A command that navigates leaves the focus on a heading, from where the new page's heading takes it.
      finalFocus={() =>
        leaves.current ? document.querySelector<HTMLElement>("#content h1") : opener.current
      }
      className={cn(
        modalStyles,
        "mt-3 max-h-[min(32rem,calc(100dvh-1.5rem))] max-w-xl sm:mt-[12vh] sm:max-h-[min(32rem,calc(88vh-0.75rem))]",
      )}
    >
      <QueryProvider>
        <Results {...props} text={text} onText={setText} onRun={run} onClose={close} />
      </QueryProvider>
    </Modal>
  );
}

type ResultsProps = CommandMenuProps & {
  text: string;
  onText: (text: string) => void;
  onRun: (command: Command) => void;
  onClose: () => void;
};

function Results({ text, onText, onRun, onClose, ...props }: ResultsProps) {
  const t = useTranslations("shell.commands");
  const { groups, status } = useCommands(props, text);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      // Already filtered: a pasted id matches a command whose text does not contain it.
      filter={null}
      value={text}
      onValueChange={(value, { reason }) => (reason === "item-press" ? undefined : onText(value))}
      itemToStringValue={({ label }: Command) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2.5 border-line border-b px-3.5">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Autocomplete.Input
          aria-label={t("input")}
          placeholder={t("placeholder")}
          className="h-12 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted pointer-coarse:text-base"
        />
        <Button variant="ghost" size="iconSm" aria-label={t("close")} onClick={onClose} className="-me-1">
          <X aria-hidden />
        </Button>
      </div>
      <Autocomplete.Empty>
        <div className="px-4 py-6 text-muted empty:hidden">
          <p>{t("none", { text })}</p>
          <p className="text-xs">{t("noneHint")}</p>
        </div>
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label={t("title")}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 empty:p-0"
      >
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-1.5">
            <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 font-medium text-muted text-xs">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  onClick={() => onRun(command)}
                  className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 outline-none data-highlighted:bg-hover forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
                >
                  {command.icon}
                  <span lang={command.lang} className="min-w-0 flex-1 truncate">
                    {command.label}
                  </span>
                  {command.note ? (
                    <span className="max-w-[45%] shrink-0 truncate text-muted text-xs">{command.note}</span>
                  ) : null}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Autocomplete.Status className="border-line border-t px-4 py-2 text-muted text-xs empty:hidden">
        {status}
      </Autocomplete.Status>
    </Autocomplete.Root>
  );
}
