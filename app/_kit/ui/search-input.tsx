"use client";

import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { controlStyles } from "@/app/_kit/ui/control-styles";
import { Kbd } from "@/app/_kit/ui/kbd";

export type SearchInputProps = Omit<ComponentProps<"input">, "type"> & {
  /** Its name, such as "Filter keys"; also shown while empty. */
  label: string;
  /** The key that focuses it, if the page binds one. */
  shortcut?: string;
};

export function SearchInput({ label, shortcut, className, ...rest }: SearchInputProps) {
  return (
    <span className={cn("relative block w-full min-w-0 sm:w-64", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        className={cn(controlStyles, "peer h-8 ps-8 pointer-coarse:h-11")}
      />
      {shortcut ? (
        <Kbd className="pointer-events-none absolute top-1/2 end-2 hidden -translate-y-1/2 peer-placeholder-shown:not-pointer-coarse:inline-flex peer-focus:hidden!">
          {shortcut}
        </Kbd>
      ) : null}
    </span>
  );
}
