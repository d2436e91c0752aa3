"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Crumb } from "@/app/_kit/ui/page-header";

/** The header of a page that may come next. */
export interface ComingPage {
  title: string;
  description?: string | undefined;
  breadcrumb: readonly Crumb[];
}

const Pages = createContext<Readonly<Record<string, ComingPage>>>({});

/** Around the pages: the headers of those that links lead to, by path. A page that is slow to come shows its header first. */
export function ComingPages({
  pages,
  children,
}: {
  pages: Readonly<Record<string, ComingPage>>;
  children: ReactNode;
}) {
  return <Pages value={pages}>{children}</Pages>;
}

/** @param path without a query */
export const useComingPage = (path: string): ComingPage | undefined => useContext(Pages)[path];
