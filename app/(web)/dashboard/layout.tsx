import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { TrpcProvider } from "@/app/_trpc/client";
import { CopyOnceProvider } from "@/app/_ui/copy-once";
import { Shell } from "@/app/_ui/shell";
import { paths } from "@/app/(web)/dashboard/paths";
import { signOut } from "@/app/(web)/dashboard/sign-out";
import { requireActor } from "@/server/signin/session";

const PRODUCT = "Timeaway";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { user, sessionId } = await requireActor();
  const t = await getTranslations("shell.pages");
  const navigation = [
    { label: t("openApi"), href: paths.openApi },
    { label: t("settings"), href: paths.settings },
  ];
  return (
    <AreaMessages areas={["shell"]}>
      <TrpcProvider session={sessionId}>
        <CopyOnceProvider>
          <Shell
            productName={PRODUCT}
            homeHref={paths.home}
            navigation={navigation}
            account={{
              name: user.name,
              email: user.email,
              settingsHref: paths.settings,
              signOutAction: signOut,
            }}
          >
            {children}
          </Shell>
        </CopyOnceProvider>
      </TrpcProvider>
    </AreaMessages>
  );
}
