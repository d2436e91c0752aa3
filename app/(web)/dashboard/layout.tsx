import type { ReactNode } from "react";
import { TrpcProvider } from "@/app/_trpc/client";
import { CopyOnceProvider } from "@/app/_ui/copy-once";
import { Shell } from "@/app/_ui/shell";
import { paths } from "@/app/(web)/dashboard/paths";
import { signOut } from "@/app/(web)/dashboard/sign-out";
import { requireActor } from "@/server/signin/session";

const PRODUCT = "Timeaway";
const navigation = [
  { label: "Open API", href: paths.openApi },
  { label: "Settings", href: paths.settings },
];

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { user, sessionId } = await requireActor();
  return (
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
  );
}
