import type { ReactNode } from "react";

/** How React encodes an action into a form that works without JavaScript. */
interface Encodable {
  $$FORM_ACTION?: (prefix: string) => unknown;
}

type Props = { post: (form: FormData) => void; children: ReactNode };

/**
 * Suspends everything around a form until its action is encoded. Otherwise only the form would suspend, stream in later, and end up at the
 * bottom of the page if no script moves it into place.
 */
export function WhenPostable({ post, children }: Props): ReactNode {
  // Throws the promise that React waits for.
  if (typeof window === "undefined") (post as Encodable).$$FORM_ACTION?.("");
  return children;
}
