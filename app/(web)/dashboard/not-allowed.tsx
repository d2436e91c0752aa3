import { EmptyState } from "@/app/_ui/empty-state";
import { anyOf } from "@/app/(web)/dashboard/words";

type Props = {
  /** Continues "Only administrators can". */
  what: string;
  administrators: readonly string[];
};

/** The page exists, but not for this role; says who has it. */
export function NotAllowed({ what, administrators }: Props) {
  return (
    <EmptyState title="This is for administrators">
      Only administrators can {what}.{administrators.length > 0 ? ` Ask ${anyOf(administrators)}.` : null}
    </EmptyState>
  );
}
