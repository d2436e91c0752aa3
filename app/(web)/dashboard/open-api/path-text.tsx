import { Fragment } from "react";

/** Text that breaks behind its slashes and underscores, an address behind its @ and dots, and nowhere else, if it can. */
export function Breakable({ text }: { text: string }) {
  return text.split(text.includes("@") ? /(?<=[@.])/ : /(?<=[/_])/).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells equal parts apart
    <Fragment key={n}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** A path, with its method before it. */
export function PathText({ method, path }: { method?: string; path: string }) {
  return (
    <code className="font-mono text-xs">
      {method ? `${method} ` : null}
      <Breakable text={path} />
    </code>
  );
}
