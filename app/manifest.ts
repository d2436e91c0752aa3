import type { MetadataRoute } from "next";
import { getTranslations } from "next-intl/server";
import { THEME_COLORS } from "@/app/_kit/ui/theme-colors";
import { paths } from "@/app/paths";

/** The web app manifest: how the app is named, opened and shown once it is installed. In the language that the browser asks for. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const [common, pages] = await Promise.all([getTranslations("common"), getTranslations("shell.pages")]);
  const shortcuts = (["request", "wallchart", "leaves"] as const).map((page) => ({
    name: pages(page),
    url: paths[page],
  }));
  return {
    id: paths.home,
    name: "Timeaway",
    short_name: "Timeaway",
    description: common("productLine"),
    start_url: paths.home,
    scope: "/",
    display: "standalone",
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts,
  };
}
