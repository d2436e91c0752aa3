"use client";

import { CircleOff, PlugZap } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { useCall } from "@/app/_kit/form/use-call";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { Dialog, DialogClose } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { ConnectForm } from "@/app/(app)/dashboard/(settings)/settings/integrations/connect-form";
import type { IntegrationPlatform } from "@/drizzle/schema/values";
import type { IntegrationView } from "@/server/modules/messaging/providers/schema";

type DisconnectProps = { platform: IntegrationPlatform; usedBy: number | null };

/** "Disconnect Slack?", with the number of notifications that lose a destination. */
function Disconnect({ platform, usedBy }: DisconnectProps) {
  const t = useTranslations("integrations");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      title={t(`platforms.${platform}.disconnectTitle`)}
      confirmLabel={t(`platforms.${platform}.disconnect`)}
      cancelLabel={t("keep")}
      act={async () => {
        await calls.integrations.disconnect.mutate({ platform });
        return { message: t(`platforms.${platform}.gone`) };
      }}
    >
      <p>{t("disconnectText")}</p>
      {usedBy ? <p className="mt-2 font-medium text-fg">{t("disconnectUsed", { count: usedBy })}</p> : null}
    </ConfirmButton>
  );
}

/** "Test connection": asks the provider whether the stored credentials still work. */
function TestConnection({ platform }: { platform: IntegrationPlatform }) {
  const t = useTranslations("integrations");
  const router = useRouter();
  const { send, isPending, error, output } = useCall(useTRPCClient().integrations.test.mutate, {
    refreshes: true,
    onError: () => router.refresh(),
  });
  const name = t(`platforms.${platform}.name`);
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        onClick={() => void send({ platform })}
        pending={isPending}
        aria-label={t("testOf", { platform: name })}
      >
        <PlugZap aria-hidden />
        {t("test")}
      </Button>
      <div role="status" className="empty:hidden">
        {output ? t(output.ok ? "testWorked" : "testFailed", { platform: name }) : null}
      </div>
      {error ? <ErrorPanel error={error} /> : null}
    </div>
  );
}

type Props = {
  integration: IntegrationView;
  /** How many notifications use it; null if unknown. */
  usedBy: number | null;
};

/** One platform: a connect form, or the connection with its state and a disconnect button. */
export function IntegrationCard({ integration, usedBy }: Props) {
  const t = useTranslations("integrations");
  const { platform, isConnected, lastError } = integration;
  return (
    <Card
      title={t(`platforms.${platform}.name`)}
      titleId={`${platform}-heading`}
      description={t(`platforms.${platform}.text`)}
      actions={<Standing isConnected={isConnected} isRefused={lastError !== null} />}
    >
      {isConnected ? (
        <Connected integration={integration} usedBy={usedBy} />
      ) : (
        <ConnectForm
          platform={platform}
          buttons={(isPending) => (
            <div>
              <Button type="submit" variant="primary" pending={isPending}>
                {t(`platforms.${platform}.connect`)}
              </Button>
            </div>
          )}
        />
      )}
    </Card>
  );
}

function Standing({ isConnected, isRefused }: { isConnected: boolean; isRefused: boolean }) {
  const t = useTranslations("integrations.standing");
  if (!isConnected) return <Badge icon={<CircleOff aria-hidden />}>{t("none")}</Badge>;
  return isRefused ? (
    <Badge tone="danger">{t("refused")}</Badge>
  ) : (
    <Badge tone="success">{t("connected")}</Badge>
  );
}

function Connected({ integration, usedBy }: Props) {
  const t = useTranslations("integrations");
  const { platform, lastError, checkedAt } = integration;
  return (
    <div className="flex flex-col gap-4">
      <Facts integration={integration} />
      {lastError === null ? (
        <p className="text-muted">
          {t("works")} {checkedAt ? <RelativeTime at={checkedAt} /> : null}
        </p>
      ) : (
        <Note tone="danger" title={t(`platforms.${platform}.refused`)}>
          <p className="wrap-anywhere">{lastError}</p>
          <p className="text-muted">
            {t("checked")} {checkedAt ? <RelativeTime at={checkedAt} /> : null}
          </p>
        </Note>
      )}
      {usedBy === null ? null : <p className="text-muted">{t("usedBy", { count: usedBy })}</p>}
      <TestConnection platform={platform} />
      <div className="flex flex-wrap gap-2 border-line border-t pt-4">
        <Replace integration={integration} />
        <Disconnect platform={platform} usedBy={usedBy} />
      </div>
    </div>
  );
}

const factNames = ["team", "user", "bot_id", "appId", "tenantId"] as const;

function Facts({ integration: { facts } }: { integration: IntegrationView }) {
  const t = useTranslations("integrations.facts");
  const shown = factNames.filter((name) => facts[name]);
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
      {shown.map((name) => (
        <div key={name} className="contents">
          <dt className="text-muted">{t(name)}</dt>
          <dd className="wrap-anywhere">{facts[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Replace({ integration: { platform } }: { integration: IntegrationView }) {
  const t = useTranslations("integrations");
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(`platforms.${platform}.replace`)}</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t(`platforms.${platform}.replaceTitle`)}
        description={t("replaceText")}
      >
        <ConnectForm
          platform={platform}
          onDone={() => {
            setOpen(false);
            router.refresh();
          }}
          buttons={(isPending) => (
            <div className="flex flex-wrap justify-end gap-2">
              <DialogClose>
                <Button>{t("cancel")}</Button>
              </DialogClose>
              <Button type="submit" variant="primary" pending={isPending}>
                {t("replaceConfirm")}
              </Button>
            </div>
          )}
        />
      </Dialog>
    </>
  );
}
