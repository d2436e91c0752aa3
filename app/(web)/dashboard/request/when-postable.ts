import type { ReactNode } from "react";

/** How React has an action written into a form that works without a script. */
interface Encodable {
  $$FORM_ACTION?: (prefix: string) => unknown;
}

type Props = { post: (form: FormData) => void; children: ReactNode };

/**
 * Everything around a form waits until its action is encoded. Else the form alone would wait, come later than what surrounds it, and
 * stand at the end of the page where no script puts it into its place.
 */
export function WhenPostable({ post, children }: Props): ReactNode {
  // Throws what React waits for.
  if (typeof window === "undefined") (post as Encodable).$$FORM_ACTION?.("");
  return children;
}
