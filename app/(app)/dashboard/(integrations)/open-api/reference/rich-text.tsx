import "server-only";
import { Fragment } from "react";
import { TextLink } from "@/app/_kit/ui/text-link";
import { type Inline, inlineOf } from "@/server/api/reference/inline";
import { linkTarget } from "@/server/api/reference/links";

/** Inline markup of the reference: `code`, **strong** and [links](address). */
export function RichText({ children }: { children: string }) {
  return inlineOf(children).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal parts differ only by position
    <Fragment key={place}>
      <Part part={part} />
    </Fragment>
  ));
}

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case "code":
      return (
        <code className="rounded-sm bg-sunken px-1 font-mono text-[0.8125em] wrap-anywhere">{part.text}</code>
      );
    case "strong":
      return <strong className="font-semibold">{part.text}</strong>;
    case "link":
      return <ReferenceLink href={linkTarget(part.href)}>{part.text}</ReferenceLink>;
    case "text":
      return part.text;
  }
}

/** Dashboard pages use the router. Documents and other sites are plain links. */
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
