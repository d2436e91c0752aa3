import { Fragment } from "react";

/** A path that breaks behind its slashes and nowhere else, if it can. */
export function PathText({ method, path }: { method?: string; path: string }) {
  const parts = path.split(/(?<=\/)/);
  return (
    <code className="font-mono text-xs">
      {method ? `${method} ` : null}
      {parts.map((part, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells equal parts apart
        <Fragment key={n}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
