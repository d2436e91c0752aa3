import type { Settings } from "@/server/kernel/env";
import { pagePath } from "./links";
import type { Block, ReferencePage } from "./page";
import { referenceGroups } from "./pages";

/** A searchable place of the reference. */
export interface Entry {
  title: string;
  href: string;
  /** The HTTP method, for an operation. */
  method?: string;
  /** Search terms beside its title, in lower case. */
  words: string;
  /** A part of a page: shown in search results only. */
  isPart?: true;
}

export interface EntryGroup {
  title: string;
  entries: Entry[];
}

const partsOf = (page: ReferencePage): Entry[] => {
  if (page.kind !== "chapter") return [];
  const headings = page.blocks.filter(
    (block): block is Extract<Block, { kind: "heading" }> => block.kind === "heading",
  );
  return headings.map(({ text, id }) => ({
    title: text,
    href: `${pagePath(page.slug)}#${id}`,
    words: page.title.toLowerCase(),
    isPart: true,
  }));
};

function wordsOf(page: ReferencePage): string {
  if (page.kind === "chapter") return page.description.toLowerCase();
  const fields = [...page.queryParameters, ...(page.body?.fields ?? [])].map(({ name }) => name);
  return [page.path, page.operationId, page.scope, ...new Set(fields)].join(" ").toLowerCase();
}

const entryOf = (page: ReferencePage): Entry => ({
  title: page.title,
  href: pagePath(page.slug),
  ...(page.kind === "operation" && { method: page.method }),
  words: wordsOf(page),
});

/** The entries of the navigation and its search. */
export const entryGroups = (settings: Settings): EntryGroup[] =>
  referenceGroups(settings).map(({ title, pages }) => ({
    title,
    entries: pages.flatMap((page) => [entryOf(page), ...partsOf(page)]),
  }));
