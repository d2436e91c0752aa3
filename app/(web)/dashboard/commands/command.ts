import type { ReactNode } from "react";
import { isFoundBy } from "@/server/kernel/folding";

export type Command = {
  id: string;
  label: string;
  /** Beside it: what tells two of one name apart. Searched, too. */
  note?: string;
  /** What it is found by as well. */
  words?: string;
  /** Of what is not written in the reader's language. */
  lang?: string;
  icon: ReactNode;
  /** Whether it leads to another page. */
  leaves: boolean;
  run: () => void;
};
export type CommandGroup = { value: string; items: Command[] };

const recentShown = 5;
const foundShown = 12;
const searchedShown = 6;

/** Whether each word stands in it somewhere. */
function holds({ label, note, words }: Command, wanted: string): boolean {
  const text = `${label} ${note ?? ""} ${words ?? ""}`;
  return wanted.split(/\s+/).every((word) => isFoundBy(text, word));
}

export const matching = (commands: Command[], wanted: string): Command[] =>
  commands.filter((command) => holds(command, wanted));

export const shown = (commands: Command[], wanted: string): Command[] =>
  matching(commands, wanted).slice(0, wanted ? foundShown : recentShown);

/** For what is too much to be shown unasked. */
export const searched = (commands: Command[], wanted: string): Command[] =>
  wanted.length < 2 ? [] : matching(commands, wanted).slice(0, searchedShown);
