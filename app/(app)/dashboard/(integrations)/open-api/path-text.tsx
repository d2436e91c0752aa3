import { Fragment } from "react";

/** Text that prefers line breaks after slashes and underscores, or in an email address after @ and dots. */
export function Breakable({ text }: { text: string }) {
  return text.split(text.includes("@") ? /(?<=[@.])/ : /(?<=[/_])/).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal parts differ only by position
    <Fragment key={n}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** A path, preceded by its method. */
export function PathText({ method, path }: { method?: string; path: string }) {
  return (
    <code className="font-mono text-xs">
      {method ? `${method} ` : null}
      <Breakable text={path} />
    </code>
  );
}
