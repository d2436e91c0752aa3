"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, use, useState } from "react";

const Sheets = createContext<readonly string[]>([]);

/** Around pages: names the addresses that open over the page that links to them; loaded directly, they are pages. */
export const SheetPaths = ({ paths, children }: { paths: readonly string[]; children: ReactNode }) => (
  <Sheets value={paths}>{children}</Sheets>
);

export const useSheetPaths = (): readonly string[] => use(Sheets);

/** The path of the page, also while a sheet with a separate address is open over it. */
export function usePagePath(): string {
  const path = usePathname();
  const sheets = useSheetPaths();
  const [page, setPage] = useState(path);
  if (path === page || sheets.includes(path)) return page;
  setPage(path);
  return path;
}
