import { languageFor } from "@/app/_i18n/preferences";
import { paths } from "@/app/paths";
import { explained, lacksProof, leadTo } from "@/server/api/answer-file";
import { handlePersonalData } from "@/server/api/handle-personal-data";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

/** The workspace's data about one person, as a file; a visitor signs in and returns to the person's page. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ userId: string }> },
): Promise<Response> {
  const { userId } = await params;
  const page = paths.person(encodeURIComponent(userId));
  const session = await currentActor();
  if (!session) return leadTo(`/login?${new URLSearchParams({ next: page })}`);
  const reader = { ...session, language: await languageFor(session) };
  const answer = await handlePersonalData(services(), userId, reader);
  return explained(request, answer, (await lacksProof(answer)) ? `${page}?proof=needed` : page);
}
