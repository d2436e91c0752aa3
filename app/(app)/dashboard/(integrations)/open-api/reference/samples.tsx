import { getTranslations } from "next-intl/server";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { Highlighted } from "@/app/(app)/dashboard/(integrations)/open-api/reference/highlight";
import { Section } from "@/app/(app)/dashboard/(integrations)/open-api/reference/section";
import type { Operation } from "@/server/api/reference/operation";

/** The call in three languages, and its response. */
export async function Samples({ operation: { samples, answers } }: { operation: Operation }) {
  const t = await getTranslations("reference");
  return (
    <Section id="samples" title={t("samples")}>
      {samples.map(({ name, language, code }) => (
        <CodeBlock key={name} label={t("sample", { name })} copyLabel={t("copySample", { name })} code={code}>
          <Highlighted language={language} code={code} />
        </CodeBlock>
      ))}
      {answers.map(({ status, sample }, place) =>
        sample ? (
          <CodeBlock
            key={sample}
            label={t(place > 0 && answers[0]?.status === 202 ? "resultSample" : "responseSample", { status })}
            code={sample}
          >
            <Highlighted language="json" code={sample} />
          </CodeBlock>
        ) : null,
      )}
    </Section>
  );
}
