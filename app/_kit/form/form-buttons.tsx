import { Button } from "@/app/_kit/ui/button";
import { DialogClose } from "@/app/_kit/ui/dialog";
import { LinkButton } from "@/app/_kit/ui/link-button";

type Submit = { submit: string; pending: boolean };

/** The buttons below a form in a dialog. */
export function DialogButtons({ submit, pending, cancel }: Submit & { cancel: string }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <DialogClose>
        <Button>{cancel}</Button>
      </DialogClose>
      <Button type="submit" variant="primary" pending={pending}>
        {submit}
      </Button>
    </div>
  );
}

type Props = Submit & { cancel?: { label: string; href: string } };

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
