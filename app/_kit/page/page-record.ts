import type { Metadata } from "next";
import type { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { Area } from "@/app/_i18n/areas";
import type { Crumb } from "@/app/_kit/ui/page-header";

/** A key of the messages, with its area: "places.labels.title". */
export type MessageKey = Parameters<ReturnType<typeof useTranslations<never>>>[0];

/** A page: its navigation, metadata, header, providers and skeleton are made of it. */
export interface PageRecord {
  /** Its address; undefined when the address has an id. */
  href?: string;
  title: MessageKey;
  /** What a page of one row says when there is no such row. */
  missing?: Record<"title" | "text" | "back", MessageKey>;
  /** The sentence below the title. */
  lead?: MessageKey;
  /** "Loading labels", for screen readers. */
  loading?: MessageKey;
  /** The pages above it, outermost first. */
  above?: readonly PageRecord[];
  /** Its name as a section: in the browser's titles of the pages below it, and in their breadcrumbs. */
  section?: MessageKey;
  /** The messages of its client components. */
  areas?: readonly Area[];
  /** The shape of its content while it loads. Without one the navigation waits for the page. */
  skeleton?: () => ReactNode;
}

/**
 * The browser's title of a page: its own, or that of the row that it shows, and its section.
 * @param nameOf the row's name; undefined when there is none
 */
export const metadataOf =
  <Props>(
    { title, missing, above = [] }: PageRecord,
    nameOf?: (props: Props) => Promise<string | undefined>,
  ) =>
  async (props: Props): Promise<Metadata> => {
    const t = await getTranslations();
    const own = nameOf ? ((await nameOf(props)) ?? t(missing?.title ?? title)) : t(title);
    const sections = above.flatMap(({ section }) => (section ? [t(section)] : [])).reverse();
    return { title: [own, ...sections].join(" – ") };
  };

/** The links to the pages above a page, outermost first. */
export const crumbsOf = ({ above = [] }: PageRecord, t: (key: MessageKey) => string): Crumb[] =>
  above.flatMap(({ href, title, section = title }) => (href ? [{ href, label: t(section) }] : []));
