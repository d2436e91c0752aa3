import type { ReactNode } from "react";
import { TrpcProvider } from "@/app/_trpc/client";
import { Shell } from "@/app/_ui/shell";
import { NewKeyProvider } from "@/app/(web)/dashboard/open-api/keys/new-key";
import { paths } from "@/app/(web)/dashboard/paths";
import { signOut } from "@/app/(web)/dashboard/sign-out";
import { requireActor } from "@/server/signin/session";

const PRODUCT = "Timeaway";
const navigation = [{ label: "Open API", href: paths.openApi }];

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { user, sessionId } = await requireActor();
  return (
    <TrpcProvider session={sessionId}>
      <NewKeyProvider>
        <Shell
          productName={PRODUCT}
          homeHref={paths.home}
          navigation={navigation}
          account={{ name: user.name, email: user.email, signOutAction: signOut }}
        >
          {children}
        </Shell>
      </NewKeyProvider>
    </TrpcProvider>
  );
}
