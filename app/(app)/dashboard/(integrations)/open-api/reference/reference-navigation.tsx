"use client";

import { ChevronRight } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { PageLink } from "@/app/_kit/ui/page-link";
import { SearchInput } from "@/app/_kit/ui/search-input";
import type { Entry, EntryGroup } from "@/server/api/reference/entries";

type Props = { groups: readonly EntryGroup[] };

/** Whether the entry contains every word of the search. */
const isFound = ({ title, words }: Entry, wanted: readonly string[]): boolean =>
  wanted.every((word) => title.toLowerCase().includes(word) || words.includes(word));

function found(groups: readonly EntryGroup[], search: string): EntryGroup[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) =>
        wanted.length === 0
          ? !entry.isPart
          : isFound({ ...entry, words: `${entry.words} ${title.toLowerCase()}` }, wanted),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Search and the operations by resource. The query is in the URL, so the search also works as a plain form. */
export function ReferenceNavigation({ groups }: Props) {
  const t = useTranslations("reference");
  const path = usePathname();
  const router = useRouter();
  const [search, setSearch] = useQueryState("q", parseAsString.withDefault(""));
  const shown = found(groups, search);
  const hits = shown.flatMap(({ entries }) => entries);
  const openFirst = async (event: FormEvent) => {
    event.preventDefault();
    const [first] = hits;
    if (!search || !first) return;
    // nuqs writes the query into the URL a moment later: that would cancel a navigation which has begun.
    await setSearch(search);
    router.push(first.href);
  };
  return (
    <nav aria-label={t("navigation")} className="mb-6 lg:mb-0">
      <div className="flex flex-col gap-3 lg:sticky lg:top-19 lg:max-h-[calc(100dvh-6rem)]">
        {/* biome-ignore lint/a11y/useSemanticElements: not every screen reader knows `search` yet */}
        <form role="search" action={path} onSubmit={openFirst} className="flex gap-1.5 lg:pt-0.5">
          <SearchInput
            name="q"
            label={t("search")}
            value={search}
            onChange={({ target }) => setSearch(target.value || null)}
            className="sm:w-full"
          />
          <Button type="submit" className="hidden noscript:inline-flex">
            {t("searchButton")}
          </Button>
        </form>
        <p role="status" className={cn("text-muted text-xs", search === "" && "sr-only")}>
          {search ? t("found", { count: hits.length }) : ""}
        </p>
        <Pages path={path} isSearch={search !== ""}>
          {shown.map(({ title, entries }) => (
            <Group key={title} title={title} entries={entries} path={path} />
          ))}
        </Pages>
      </div>
    </nav>
  );
}

/** The checkbox and its label, which looks like a button. */
function Unfold({ id }: { id: string }) {
  const t = useTranslations("reference");
  return (
    <>
      <input type="checkbox" id={id} className="peer sr-only lg:hidden" />
      <label
        htmlFor={id}
        className={cn(
          "flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md border border-line px-2.5 font-medium text-muted hover:bg-hover lg:hidden",
          "peer-checked:[&>svg]:rotate-90 peer-focus-visible:outline-2 peer-focus-visible:outline-ring peer-focus-visible:outline-offset-2",
        )}
      >
        <ChevronRight aria-hidden className="size-3.5 transition-transform rtl:-scale-x-100" />
        {t("allPages")}
      </label>
    </>
  );
}

type PagesProps = { path: string; isSearch: boolean; children: ReactNode };

/** On a narrow page the list is collapsed until a search or a click. A checkbox does it, without JavaScript. */
function Pages({ path, isSearch, children }: PagesProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => showCurrent(list.current), [path]);
  return (
    <>
      {isSearch ? null : <Unfold key={path} id={id} />}
      <div
        ref={list}
        className={cn(
          "min-h-0 flex-col gap-4 lg:flex lg:overflow-y-auto lg:pe-1 lg:pb-4",
          isSearch ? "flex" : "hidden peer-checked:flex",
        )}
      >
        {children}
      </div>
    </>
  );
}

/** Scrolls only the list, not the page. */
function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current="page"]');
  if (!list || !current) return;
  const above = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const isShown = above >= 0 && above + current.offsetHeight <= list.clientHeight;
  if (!isShown) list.scrollTop += above - list.clientHeight / 2;
}

function Group({ title, entries, path }: { title: string; entries: readonly Entry[]; path: string }) {
  const id = useId();
  return (
    <div lang="en">
      <div id={id} className="px-2 pb-1 font-semibold text-xs">
        {title}
      </div>
      <ul aria-labelledby={id} className="flex flex-col gap-px">
        {entries.map((entry) => (
          <li key={entry.href}>
            <PageLink
              href={entry.href}
              aria-current={entry.href === path ? "page" : undefined}
              className={cn(
                "-outline-offset-2 flex min-h-7 items-center justify-between gap-2 rounded-md px-2 py-0.5 text-[0.8125rem] text-muted transition-colors pointer-coarse:min-h-11",
                "hover:bg-hover hover:text-fg aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-fg",
                "forced-colors:aria-[current=page]:underline",
                entry.isPart && "ps-4",
              )}
            >
              <span className="min-w-0 wrap-anywhere">{entry.title}</span>
              {entry.method ? (
                <span aria-hidden className="font-mono text-[0.625rem] text-subtle">
                  {entry.method === "DELETE" ? "DEL" : entry.method}
                </span>
              ) : null}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
