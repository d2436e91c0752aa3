import { draftCookies } from "@/app/(account)/decide/[token]/draft";
import { services } from "@/server/kernel/process";
import { decideByMail } from "@/server/modules/leave/mail/decide-by-mail";
import { MailDecision } from "@/server/modules/leave/mail/schema";
import { askByMail } from "@/server/modules/leave/questions/ask-by-mail";
import { MailQuestion } from "@/server/modules/leave/questions/schema";
import { readBytes } from "@/server/transport/read-body";

/** The longest reason, form-encoded. */
const maximumBytes = 64 * 1024;

type Context = { params: Promise<{ token: string }> };

/**
 * Approve, Deny or a question, posted by the page's form. The secret in the address identifies the approver: forging this call takes that secret, so
 * neither a session nor an origin matters. The page shows the outcome.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { token } = await params;
  const bytes = await readBytes(request, maximumBytes);
  const form = Object.fromEntries(new URLSearchParams(bytes?.toString() ?? ""));
  if (form.intent === "ask") return toPage(token, { asked: await ask(token, form) });
  const decision = MailDecision.safeParse(form);
  if (decision.success) await decideByMail(services(), token, decision.data);
  const kept = decision.success ? "" : (form.reason ?? "");
  return toPage(token, decision.success ? {} : { problem: "form" }, kept);
}

/** @returns the word of its result in the page's address */
async function ask(token: string, form: Record<string, string>): Promise<"sent" | "often" | "not"> {
  const question = MailQuestion.safeParse(form);
  if (!question.success) return "not";
  const result = await askByMail(services(), token, question.data);
  return result === "asked" ? "sent" : result === "too-many" ? "often" : "not";
}

function toPage(token: string, query: Record<string, string>, kept = ""): Response {
  const search = new URLSearchParams(query).toString();
  const headers = new Headers({
    // 303: the browser requests the page with GET, also after a reload.
    location: `/decide/${encodeURIComponent(token)}${search && `?${search}`}`,
    "cache-control": "no-store",
  });
  const isSecure = services().settings.appUrl.startsWith("https:");
  for (const cookie of draftCookies(token, kept, isSecure)) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
