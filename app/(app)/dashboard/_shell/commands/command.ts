import type { ReactNode } from "react";
import { isFoundBy } from "@/server/kernel/text/folding";

export type Command = {
  id: string;
  label: string;
  /** Shown beside the label: tells commands of the same name apart. Searchable. */
  note?: string;
  /** More search terms. */
  words?: string;
  /** The language of a label that is not in the user's language. */
  lang?: string;
  icon: ReactNode;
  /** Whether it navigates to another page. */
  leaves: boolean;
  run: () => void;
};
export type CommandGroup = { value: string; items: Command[] };

const recentShown = 5;
const foundShown = 12;
const searchedShown = 6;

/** Whether each word occurs in the command. */
function holds({ label, note, words }: Command, wanted: string): boolean {
  const text = `${label} ${note ?? ""} ${words ?? ""}`;
  return wanted.split(/\s+/).every((word) => isFoundBy(text, word));
}

export const matching = (commands: Command[], wanted: string): Command[] =>
  commands.filter((command) => holds(command, wanted));

export const shown = (commands: Command[], wanted: string): Command[] =>
  matching(commands, wanted).slice(0, wanted ? foundShown : recentShown);

/** Search results of a group that is too large to show without a search. */
export const searched = (commands: Command[], wanted: string): Command[] =>
  wanted.length < 2 ? [] : matching(commands, wanted).slice(0, searchedShown);
