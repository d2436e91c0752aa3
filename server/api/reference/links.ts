/** The path of the reference's pages on the application's host. */
export const referencePath = "/dashboard/open-api/reference";
/** The slug of the reference's front page. */
export const frontSlug = "introduction";

/** The address of a page. */
export const pagePath = (slug: string): string =>
  slug === frontSlug ? referencePath : `${referencePath}/${slug}`;

/** The address of a page's Markdown: stable and public. */
export const markdownPath = (slug: string): string => `${referencePath}/${slug}.md`;

const slugAndAnchor = /^([a-z0-9-]+)(#.*)?$/;

/** The target of a link in a text: another page with an anchor, or an address as it stands. */
export function linkTarget(href: string, pathOf: (slug: string) => string = pagePath): string {
  const [, slug, anchor = ""] = slugAndAnchor.exec(href) ?? [];
  return slug === undefined ? href : pathOf(slug) + anchor;
}
