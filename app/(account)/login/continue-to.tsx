import { useTranslations } from "next-intl";
import { appName } from "@/app/(account)/_oauth/app-name";

/** The app for which the user signs in. */
export function ContinueTo({ app }: { app: string }) {
  const t = useTranslations("login");
  const nameless = useTranslations("consent")("app.nameless");
  return t.rich("continueTo", {
    app: () => <bdi className="font-semibold text-fg wrap-anywhere">{appName(app, nameless).shown}</bdi>,
  });
}
