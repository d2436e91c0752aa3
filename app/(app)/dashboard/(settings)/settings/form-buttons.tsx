import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { DialogClose } from "@/app/_kit/ui/dialog";
import { LinkButton } from "@/app/_kit/ui/link-button";

/** The buttons below a form in a dialog. `submit` is "Save" by default. */
export function DialogButtons({ submit, pending }: { submit: string | null; pending: boolean }) {
  const t = useTranslations("places");
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <DialogClose>
        <Button>{t("cancel")}</Button>
      </DialogClose>
      <Button type="submit" variant="primary" pending={pending}>
        {submit ?? t("save")}
      </Button>
    </div>
  );
}

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
