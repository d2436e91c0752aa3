import { readFileSync } from "node:fs";
import path from "node:path";
import { Router } from "@/server/transport/match";

/** The interface and the template of a page's path. */
interface PageRoute {
  api: "pages" | "static" | "trpc";
  /** Null for an unknown path. */
  route: string | null;
}
export type FindPageRoute = (path: string) => PageRoute;

const file = ".next/app-path-routes-manifest.json";

/** Templates in Next's form: `/dashboard/leaves/[leaveId]`. Catch-all templates are left out, since they match unknown paths. */
const templatesIn = (folder: string): string[] => {
  const found = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Record<string, string>;
  return [...new Set(Object.values(found))]
    .filter((template) => !template.includes("[..."))
    .filter((template) => !template.includes("[[..."))
    .map((template) => template.replaceAll("[", "{").replaceAll("]", "}"));
};

/** @param folder of the pages' build; without one, as in development, paths have no templates */
export function pageRoutes(folder: string | null): FindPageRoute {
  const templates = folder === null ? [] : templatesIn(folder);
  const router = new Router(templates.map((template) => ({ method: "GET", path: template })));
  return (asked) => {
    if (asked.startsWith("/_next/")) return { api: "static", route: "/_next" };
    const route = router.match("GET", asked).found?.route.path ?? null;
    return { api: asked.startsWith("/api/trpc/") ? "trpc" : "pages", route };
  };
}
