"use client";

import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { controlStyles } from "@/app/_kit/ui/control-styles";
import { Dialog } from "@/app/_kit/ui/dialog";
import { useFieldWiring } from "@/app/_kit/ui/field-context";
import { useLoaded } from "@/app/_kit/ui/use-loaded";

export type Choice = {
  value: string;
  label: string;
  /** At the end of the option, such as an offset. */
  note?: ReactNode;
  /** Whether it is a person: then their initials stand before the label. */
  isPerson?: boolean;
};

/** The result for a text. */
export type Found = {
  choices: readonly Choice[];
  /** Whether a longer text would find others. */
  hasMore: boolean;
  isLoading?: boolean;
  /** Replaces the choices. */
  error?: ReactNode;
};

type PickerWords = {
  /** The dialog's title: "Choose a key". */
  title: string;
  /** The label of its search field: "Search keys". */
  search: string;
  /** Shown when no choice matches. */
  none: string;
};

export type PickerProps = {
  /** The accessible name, where no Field provides one. */
  label?: string;
  id?: string;
  words: PickerWords;
  value: string;
  /** The current choice in words. */
  children: ReactNode;
  onChoose: (choice: Choice) => void;
  /** A hook: the dialog calls it with the typed text, and with `value`. */
  useChoices: (text: string, value: string) => Found;
  /** A choice before all others, whose value is empty: "Any key". */
  all?: string;
  className?: string;
};

const loadList = () => import("@/app/_kit/ui/picker-list");

/** For a choice among so many options that they need a search: a combobox whose options are in a dialog with a search field. */
export function Picker({ label, id, children, onChoose, className, ...rest }: PickerProps) {
  const wiring = useFieldWiring({ id });
  const [isOpen, setOpened] = useState(false);
  const [text, setText] = useState("");
  const setOpen = (opened: boolean) => {
    setOpened(opened);
    if (!opened) setText("");
  };
  const parts = useLoaded(loadList, isOpen, () => setOpen(false));
  const search = useRef<HTMLInputElement>(null);
  const listId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    // The search begins here: until its field has the focus, the keys of a fast typist arrive at the button.
    const isText =
      key.length === 1 && (key !== " " || isOpen) && !(event.ctrlKey || event.metaKey || event.altKey);
    if (key !== "ArrowDown" && key !== "ArrowUp" && !isText) return;
    event.preventDefault();
    if (isText) setText((before) => before + key);
    setOpen(true);
  };
  const choose = (choice: Choice) => {
    onChoose(choice);
    setOpen(false);
  };
  return (
    <>
      <button
        {...wiring}
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onKeyDown={onKeyDown}
        onClick={() => setOpen(true)}
        className={cn(
          controlStyles,
          "flex h-8 items-center justify-between gap-2 text-start pointer-coarse:h-11",
          className,
        )}
      >
        <span className="truncate">{children}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
      </button>
      <Dialog
        open={isOpen && parts !== undefined}
        onOpenChange={setOpen}
        size="sm"
        title={rest.words.title}
        initialFocus={search}
      >
        {isOpen && parts ? (
          <parts.PickerList {...rest} {...{ text, search }} id={listId} onText={setText} onChoose={choose} />
        ) : null}
      </Dialog>
    </>
  );
}
