"use client";

import { useTranslations } from "next-intl";
import { useTRPCClient } from "@/app/_trpc/client";
import { TextAction } from "@/app/(app)/dashboard/(leave)/leaves/text-action";

type Props = { leaveId: string; id: string; question: string };

/** "Answer" a question about one's own leave. */
export function Answer({ leaveId, id, question }: Props) {
  const t = useTranslations("leaves.questions");
  const calls = useTRPCClient();
  return (
    <TextAction
      label={t("answer")}
      button={{ variant: "primary" }}
      title={question}
      field={{ label: t("field"), help: t("help"), missing: t("missing") }}
      send={async (answer) => {
        await calls.questions.answer.mutate({ leaveId, id, answer });
        return t("done");
      }}
    />
  );
}
