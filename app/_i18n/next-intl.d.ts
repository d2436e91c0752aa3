import type { formats } from "@/app/_i18n/formats";
import type { Locale } from "@/app/_i18n/languages";
import type { Messages } from "@/app/_i18n/message-types";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
    Formats: typeof formats;
  }
}
