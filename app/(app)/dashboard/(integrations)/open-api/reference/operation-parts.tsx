import { Check, KeyRound, Minus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Badge } from "@/app/_kit/ui/badge";
import { TextLink } from "@/app/_kit/ui/text-link";
import { PathText } from "@/app/(app)/dashboard/(integrations)/open-api/path-text";
import { Answers, FieldTable } from "@/app/(app)/dashboard/(integrations)/open-api/reference/answers";
import { FactsRow, FactsTable } from "@/app/(app)/dashboard/(integrations)/open-api/reference/facts-table";
import { RichText } from "@/app/(app)/dashboard/(integrations)/open-api/reference/rich-text";
import { Samples } from "@/app/(app)/dashboard/(integrations)/open-api/reference/samples";
import { Section } from "@/app/(app)/dashboard/(integrations)/open-api/reference/section";
import { TryIt } from "@/app/(app)/dashboard/(integrations)/open-api/reference/try-it";
import { paths } from "@/app/paths";
import type { Operation } from "@/server/api/reference/operation";
import { services } from "@/server/kernel/process";

type Props = { operation: Operation };

/** Method, path and description of an operation, and what a key needs for it. */
export function OperationHead({ operation }: Props) {
  const { method, path, description } = operation;
  return (
    <div className="flex flex-col items-start gap-2">
      <span className="text-fg">
        <PathText method={method} path={path} />
      </span>
      {description ? (
        <p lang="en" className="text-pretty text-fg">
          <RichText>{description}</RichText>
        </p>
      ) : null}
      <Needs operation={operation} />
    </div>
  );
}

/** The scope links to a form for a key that has it. */
async function Needs({ operation: { scope, plan } }: Props) {
  const t = await getTranslations("reference");
  const special = scope === "public" || scope === "any" || scope === "legacy";
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {special ? (
        <span>{t(`needs.${scope}`)}</span>
      ) : (
        <>
          <span>{t("needs.scope")}</span>
          <TextLink
            quiet
            href={`${paths.newKey}?scopes=${encodeURIComponent(scope)}`}
            prefetch={false}
            title={t("needs.makeKey", { scope })}
          >
            <Badge tone="accent" icon={<KeyRound aria-hidden />}>
              <code className="font-mono">{scope}</code>
            </Badge>
          </TextLink>
        </>
      )}
      {plan ? <Badge icon={null}>{t("needs.complete")}</Badge> : null}
    </p>
  );
}

/** Parameters, responses and errors of an operation, with samples beside them. */
export async function OperationParts({ operation }: Props) {
  const t = await getTranslations("reference");
  const { settings } = services();
  return (
    <div className="grid gap-x-6 gap-y-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <Fields id="path-parameters" title={t("pathParameters")} fields={operation.pathParameters} />
        <Fields id="query-parameters" title={t("queryParameters")} fields={operation.queryParameters} />
        <Fields id="body-parameters" title={t("bodyParameters")} fields={operation.body?.fields ?? []}>
          {operation.body?.isRequired === false ? t("bodyOptional") : null}
        </Fields>
        <Fields id="header-parameters" title={t("headerParameters")} fields={operation.headerParameters} />
        <Answers operation={operation} />
        <Roles operation={operation} />
        <Errors operation={operation} />
        <Section id="limits" title={t("limits")}>
          <ul lang="en" className="flex list-disc flex-col gap-1 ps-5">
            {operation.limits.map((limit) => (
              <li key={limit}>
                <RichText>{limit}</RichText>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <Samples operation={operation} />
        {operation.tryParameters ? (
          <TryIt
            key={operation.slug}
            slug={operation.slug}
            version={operation.version}
            needsKey={operation.scope !== "public"}
            parameters={operation.tryParameters}
            target={`${settings.baseUrl}${operation.path}`}
          />
        ) : null}
      </div>
    </div>
  );
}

type FieldsProps = {
  id: string;
  title: string;
  fields: Operation["pathParameters"];
  children?: string | null;
};

function Fields({ id, title, fields, children }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <Section id={id} title={title}>
      {children ? <p className="text-muted">{children}</p> : null}
      <FieldTable caption={title} fields={fields} />
    </Section>
  );
}

async function Roles({ operation: { roles } }: Props) {
  const t = await getTranslations("reference");
  if (roles.length === 0) return null;
  return (
    <Section id="roles" title={t("roles")}>
      <FactsTable caption={t("roles")} columns={[t("columns.role"), t("columns.reach")]}>
        {roles.map(({ role, isAllowed, reach }) => (
          <FactsRow
            key={role}
            name={
              <span className="inline-flex items-center gap-1.5">
                {isAllowed ? (
                  <Check aria-hidden className="size-3.5 shrink-0 text-success-text" />
                ) : (
                  <Minus aria-hidden className="size-3.5 shrink-0 text-subtle" />
                )}
                {t(`role.${role}`)}
              </span>
            }
          >
            {isAllowed ? (
              <span lang="en">
                <RichText>{reach}</RichText>
              </span>
            ) : (
              <span className="text-muted">{t("notAllowed")}</span>
            )}
          </FactsRow>
        ))}
      </FactsTable>
    </Section>
  );
}

async function Errors({ operation: { errors, version } }: Props) {
  const t = await getTranslations("reference");
  return (
    <Section id="errors" title={t("errors")}>
      <FactsTable caption={t("errors")} columns={[t("columns.error"), t("columns.condition")]}>
        {errors.map(({ code, status, conditions, resolution }) => (
          <FactsRow
            key={code}
            name={
              <span className="flex flex-col items-start gap-0.5">
                {version === "v2" ? (
                  <TextLink quiet href={paths.errorCode(code)} prefetch={false} className="font-mono text-xs">
                    {code}
                  </TextLink>
                ) : (
                  <code className="font-mono text-xs">{code}</code>
                )}
                <span className="text-muted text-xs">{status}</span>
              </span>
            }
          >
            <span lang="en" className="flex flex-col gap-1 text-pretty">
              {conditions.map((condition) => (
                <span key={condition}>
                  <RichText>{condition}</RichText>
                </span>
              ))}
              <span className="text-muted">
                <RichText>{resolution}</RichText>
              </span>
            </span>
          </FactsRow>
        ))}
      </FactsTable>
    </Section>
  );
}
