import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { DialogClose } from "@/app/_kit/ui/dialog";

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
