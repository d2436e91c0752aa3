import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { TextLink } from "@/app/_kit/ui/text-link";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { StepForm } from "@/app/(account)/login/second-step/step-form";
import { StepPasskey } from "@/app/(account)/login/second-step/step-passkey";
import { services } from "@/server/kernel/process";
import { findPersonOfStep } from "@/server/signin/factors/complete-step";
import { keptStep } from "@/server/signin/factors/kept-step";
import { stepPath } from "@/server/signin/factors/step-cookie";
import { findFactorKinds } from "@/server/signin/factors/store";
import { requestStepPasskey } from "@/server/signin/passkeys/verify-step-passkey";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.step");
  return { title: t("title") };
}

/** What the page asks for. */
function leadOf(given: { isRecovery: boolean; hasApp: boolean; hasPasskey: boolean }) {
  if (given.isRecovery) return "recoveryLead";
  if (!given.hasPasskey) return "lead";
  return given.hasApp ? "bothLead" : "passkeyLead";
}

type Query = { with?: string | string[] };

/** For someone with a second factor who has just proven their identity. */
export default async function SecondStepPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, kept, t] = await Promise.all([searchParams, keptStep(), getTranslations("login")]);
  const found = kept ? await findPersonOfStep(services(), kept.secret) : null;
  if (!found)
    return (
      <Frame title={t("step.title")}>
        <Problem>{t("step.over")}</Problem>
        <LinkButton href="/login" variant="primary" size="lg" block>
          {t("reset.back")}
        </LinkButton>
      </Frame>
    );
  const { email, workspaceName } = found.person;
  const kinds = await findFactorKinds(services().db, found.person);
  const isRecovery = query.with === "recovery";
  const hasApp = kinds.has("APP");
  const request =
    !isRecovery && kinds.has("PASSKEY") && kept
      ? await requestStepPasskey(services(), found.person, kept.secret)
      : null;
  return (
    <Frame
      title={t("step.title")}
      description={t.rich(`step.${leadOf({ isRecovery, hasApp, hasPasskey: request !== null })}`, {
        email: () => <strong className="font-semibold text-fg wrap-anywhere">{email}</strong>,
        workspace: workspaceName,
      })}
    >
      {isRecovery || hasApp ? (
        <StepForm
          key={String(isRecovery)}
          isRecovery={isRecovery}
          words={{ code: t(isRecovery ? "step.recoveryCode" : "step.code"), submit: t("signIn") }}
        />
      ) : null}
      {request ? (
        <StepPasskey
          request={request}
          isOnly={!hasApp}
          words={{
            usePasskey: t("step.usePasskey"),
            cancelled: t("passkey.cancelled"),
            needsScript: t("step.needsScript"),
          }}
        />
      ) : null}
      <TextLink href={isRecovery ? stepPath : `${stepPath}?with=recovery`} className="self-center">
        {isRecovery ? t(kinds.has("PASSKEY") ? "step.back" : "step.useApp") : t("step.useRecovery")}
      </TextLink>
      {isRecovery ? <p className="text-center text-muted text-sm">{t("step.lost")}</p> : null}
    </Frame>
  );
}
