import { getTranslations } from "next-intl/server";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { openApiPages } from "@/app/(app)/dashboard/_shell/pages";
import type { Visitor } from "@/app/(app)/dashboard/_shell/visitor";

const shownPages = ["keys", "webhooks", "reference"];

/** Links to the Open API add-on, one part of the product among others. */
export async function OpenApiCard({ visitor }: { visitor: Visitor }) {
  const [t, names] = await Promise.all([getTranslations("today.openApi"), getTranslations("shell.pages")]);
  return (
    <Card title={t("title")} titleId="open-api" description={t("lead")}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {openApiPages(visitor)
          .filter(({ name }) => shownPages.includes(name))
          .map(({ name, href }) => (
            <li key={name}>
              <TextLink href={href}>{names(name)}</TextLink>
            </li>
          ))}
      </ul>
    </Card>
  );
}
