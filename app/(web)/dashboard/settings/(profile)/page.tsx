import type { Metadata } from "next";
import type { ReactNode } from "react";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { PageHeader } from "@/app/_ui/page-header";
import { ThemeRadioGroup } from "@/app/_ui/theme-choice";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { Sessions } from "@/app/(web)/dashboard/settings/(profile)/sessions";
import type { Role } from "@/server/access/roles";
import { requireActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "Settings" };

const roleWords: Record<Role, string> = {
  ADMIN: "Administrator",
  LOCATION_ADMIN: "Location admin",
  APPROVER: "Approver",
  USER: "User",
};

export default async function SettingsPage() {
  const [{ user, workspace, actor }, sessions] = await Promise.all([
    requireActor(),
    load(caller().sessions.list()),
  ]);
  return (
    <>
      <PageHeader title="Settings" />
      <div className="flex max-w-3xl flex-col gap-5">
        <Card title="Profile" titleId="profile" description="Administrators change these facts.">
          <dl className="flex flex-col gap-2">
            <Fact term="Name">{user.name}</Fact>
            <Fact term="Email">{user.email}</Fact>
            <Fact term="Workspace">{workspace.name}</Fact>
            <Fact term="Role">{roleWords[actor.role]}</Fact>
          </dl>
        </Card>
        <Card title="Appearance" titleId="appearance" description="Kept in this browser.">
          <ThemeRadioGroup />
        </Card>
        {sessions.error ? <LoadError error={sessions.error} /> : <Sessions sessions={sessions.data} />}
      </div>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-2">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
