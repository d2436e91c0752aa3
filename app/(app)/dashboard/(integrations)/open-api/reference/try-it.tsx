"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { TextLink } from "@/app/_kit/ui/text-link";
import { StatusBadge } from "@/app/(app)/dashboard/(integrations)/open-api/logs/status-badge";
import { Section } from "@/app/(app)/dashboard/(integrations)/open-api/reference/section";
import {
  type TryAnswer,
  tryRequest,
} from "@/app/(app)/dashboard/(integrations)/open-api/reference/try-request";
import { paths } from "@/app/paths";
import type { TryParameter } from "@/server/api/reference/operation";

/** Keys typed on this page. They live as long as the tab: never in storage, a cookie or the URL. */
const typedKeys = { v1: "", v2: "" };

type Props = {
  slug: string;
  version: "v1" | "v2";
  needsKey: boolean;
  parameters: readonly TryParameter[];
  /** The target path with its parameter names. */
  target: string;
};

const valuesIn = (form: FormData, parameters: readonly TryParameter[], place: TryParameter["in"]) =>
  Object.fromEntries(
    parameters
      .filter((one) => one.in === place)
      .map(({ name }) => [name, String(form.get(`${place}.${name}`) ?? "")]),
  );

/** A form that sends a read request and shows the response. Hidden without JavaScript, which it needs. */
export function TryIt({ slug, version, needsKey, parameters, target }: Props) {
  const t = useTranslations("reference");
  const [key, setKey] = useState(typedKeys[version]);
  const [state, setState] = useState<{ answer?: TryAnswer | null; isPending: boolean }>({ isPending: false });
  const keep = (typed: string) => {
    typedKeys[version] = typed;
    setKey(typed);
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setState((now) => ({ ...now, isPending: true }));
    const answer = await tryRequest({
      slug,
      key,
      path: valuesIn(form, parameters, "path"),
      query: valuesIn(form, parameters, "query"),
    }).catch(() => null);
    setState({ answer, isPending: false });
  };
  return (
    <div className="noscript:hidden">
      <Section id="try-it" title={t("tryIt")}>
        <p className="text-muted">{t("tryItHelp")}</p>
        <form onSubmit={send} className="flex flex-col gap-3" autoComplete="off">
          {needsKey ? (
            <Field label={t(version === "v1" ? "v1Key" : "apiKey")} help={t("keyHelp")}>
              <Input
                mono
                type="password"
                autoComplete="off"
                data-1p-ignore=""
                value={key}
                onChange={({ target: input }) => keep(input.value)}
              />
            </Field>
          ) : null}
          {parameters.map(({ name, in: place, isRequired, example }) => (
            <Field key={`${place}.${name}`} label={name} required={isRequired} optional={!isRequired}>
              <Input
                mono
                name={`${place}.${name}`}
                required={isRequired}
                placeholder={example}
                spellCheck={false}
              />
            </Field>
          ))}
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" pending={state.isPending}>
              {t("send")}
            </Button>
          </div>
        </form>
        <output aria-live="polite" className="block min-w-0">
          {state.answer === null ? <p className="text-danger-text">{t("notSent")}</p> : null}
          {state.answer ? <AnswerView answer={state.answer} target={target} version={version} /> : null}
        </output>
      </Section>
    </div>
  );
}

type AnswerProps = { answer: TryAnswer; target: string; version: "v1" | "v2" };

/** The log has no entry for a request without a valid key. */
const isLogged = (status: number, version: "v1" | "v2"): boolean => status !== (version === "v1" ? 403 : 401);

function AnswerView({ answer, target, version }: AnswerProps) {
  const t = useTranslations("reference");
  const { status, headers, body, isCut, requestId } = answer;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        <code className="min-w-0 font-mono text-xs wrap-anywhere">GET {target}</code>
      </p>
      <p className="wrap-anywhere">
        {t("requestId")}{" "}
        {requestId && isLogged(status, version) ? (
          <TextLink href={paths.log(requestId)} prefetch={false} className="font-mono text-xs">
            {requestId}
          </TextLink>
        ) : (
          <code className="font-mono text-xs">{requestId}</code>
        )}
      </p>
      <CodeBlock
        label={t("answerHeaders")}
        code={headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
      />
      {body ? <CodeBlock label={t("answerBody")} code={body} /> : null}
      {isCut ? <p className="text-muted">{t("cut")}</p> : null}
    </div>
  );
}
