import { buttonStyles } from "@/app/_ui/button-styles";
import { appName } from "@/app/(web)/_oauth/app-name";
import { Frame } from "@/app/(web)/_signin/frame";
import { keptAnswer } from "@/app/(web)/consent/kept-answer";
import { openPath } from "@/app/(web)/consent/paths";
import { services } from "@/server/kernel/process";
import { isCodeUsable } from "@/server/oauth/consent/is-code-usable";

/** The end of the flow, for those who come back to it: the app may be waiting behind another window. */
export async function AnsweredPanel({ session }: { session: string }) {
  const kept = await keptAnswer(services(), session);
  if (!kept)
    return (
      <Frame title="You already answered">
        <p>You can close this window.</p>
      </Frame>
    );
  const name = <bdi>{appName(kept.clientName).shown}</bdi>;
  if (!(await isCodeUsable(services(), kept.location)))
    return (
      <Frame title={<>You can return to {name}</>}>
        <p>It is connected. You can close this window.</p>
      </Frame>
    );
  return (
    <Frame title={<>You can return to {name}</>}>
      <p>
        Access is allowed. If the app did not come to the front, open it again; otherwise close this window.
      </p>
      {/* Not a Link: it leads out of the application, and must not be fetched ahead. */}
      <a href={openPath(session)} className={buttonStyles({ size: "lg", block: true })}>
        Open again
      </a>
    </Frame>
  );
}
