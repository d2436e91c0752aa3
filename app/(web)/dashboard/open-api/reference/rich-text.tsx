import { Fragment } from "react";
import { TextLink } from "@/app/_ui/text-link";
import { linkTarget } from "@/server/api/reference/links";

const parts = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/;
const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/;

/** Words of the reference's model: `code`, **strong** and [links](address). */
export function RichText({ children }: { children: string }) {
  return children.split(parts).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells equal parts apart
    <Fragment key={place}>
      <Part text={part} />
    </Fragment>
  ));
}

function Part({ text }: { text: string }) {
  if (text.startsWith("`"))
    return (
      <code className="rounded-sm bg-sunken px-1 font-mono text-[0.8125em] wrap-anywhere">
        {text.slice(1, -1)}
      </code>
    );
  if (text.startsWith("**")) return <strong className="font-semibold">{text.slice(2, -2)}</strong>;
  const [, words, href] = link.exec(text) ?? [];
  if (words === undefined || href === undefined) return text;
  return <ReferenceLink href={linkTarget(href)}>{words}</ReferenceLink>;
}

/** Pages are reached without a load; documents and other sites are not ours to render. */
function ReferenceLink({ href, children }: { href: string; children: string }) {
  if (href.startsWith("/dashboard"))
    return (
      <TextLink href={href} prefetch={false}>
        {children}
      </TextLink>
    );
  return (
    <a
      href={href}
      className="rounded-sm text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current"
    >
      {children}
    </a>
  );
}
