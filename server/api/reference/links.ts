/** Where the reference's pages are, below the application's host. */
export const referencePath = "/dashboard/open-api/reference";
/** The page that is the reference's front. */
export const frontSlug = "introduction";

/** The address of a page. */
export const pagePath = (slug: string): string =>
  slug === frontSlug ? referencePath : `${referencePath}/${slug}`;

/** Where a page's Markdown is: stable, and open to everybody. */
export const markdownPath = (slug: string): string => `${referencePath}/${slug}.md`;

const slugAndAnchor = /^([a-z0-9-]+)(#.*)?$/;

/** What a link of a text means: another page with an anchor, or an address as it stands. */
export function linkTarget(href: string, pathOf: (slug: string) => string = pagePath): string {
  const [, slug, anchor = ""] = slugAndAnchor.exec(href) ?? [];
  return slug === undefined ? href : pathOf(slug) + anchor;
}
