import { readFileSync } from "node:fs";
import path from "node:path";
import { Router } from "@/server/transport/match";

/** Which of the pages' interfaces a path is, and its template. */
interface PageRoute {
  api: "pages" | "static" | "trpc";
  /** Null for a path that is none of ours. */
  route: string | null;
}
export type FindPageRoute = (path: string) => PageRoute;

const file = ".next/app-path-routes-manifest.json";

/** As Next writes them: `/dashboard/leaves/[leaveId]`. What takes any number of segments is left out, since it is where unknown paths end. */
const templatesIn = (folder: string): string[] => {
  const found = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Record<string, string>;
  return [...new Set(Object.values(found))]
    .filter((template) => !template.includes("[..."))
    .filter((template) => !template.includes("[[..."))
    .map((template) => template.replaceAll("[", "{").replaceAll("]", "}"));
};

/** @param folder of the pages' build; without one, as in development, their paths have no templates */
export function pageRoutes(folder: string | null): FindPageRoute {
  const templates = folder === null ? [] : templatesIn(folder);
  const router = new Router(templates.map((template) => ({ method: "GET", path: template })));
  return (asked) => {
    if (asked.startsWith("/_next/")) return { api: "static", route: "/_next" };
    const route = router.match("GET", asked).found?.route.path ?? null;
    return { api: asked.startsWith("/api/trpc/") ? "trpc" : "pages", route };
  };
}
