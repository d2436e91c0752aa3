import { Button } from "@/app/_kit/ui/button";
import { LinkButton } from "@/app/_kit/ui/link-button";

type Props = { submit: string; pending: boolean; cancel?: { label: string; href: string } };

/** Below a form: the submit button, and the way back. */
export function FormButtons({ submit, pending, cancel }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="primary" pending={pending}>
        {submit}
      </Button>
      {cancel ? (
        <LinkButton href={cancel.href} variant="ghost">
          {cancel.label}
        </LinkButton>
      ) : null}
    </div>
  );
}
