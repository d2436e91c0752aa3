import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button";
import { Frame } from "@/app/(web)/_signin/frame";
import { AnsweredPanel } from "@/app/(web)/consent/answered-panel";
import { answerPath } from "@/app/(web)/consent/paths";
import type { Refused } from "@/server/oauth/consent/states";

const startAgain = "Go back to the app and start again.";

/** Why this request cannot be answered here and now, and what to do instead. */
export function RefusedPanel({ session, state }: { session: string; state: Refused }) {
  switch (state) {
    case "answered":
      return <AnsweredPanel session={session} />;
    case "other-browser":
      return (
        <Frame title="This request belongs to another browser">
          <p>
            It was opened in another browser, or your browser does not accept cookies. {startAgain} If
            somebody sent you this address, close this window.
          </p>
        </Frame>
      );
    case "other-user":
      return (
        <Frame title="This request belongs to another account">
          <p>
            Somebody else opened it in this browser. Sign in with that account, or start again from the app.
          </p>
          <SwitchAccount session={session} />
        </Frame>
      );
    case "other-workspace":
      return (
        <Frame title="This app belongs to another workspace">
          <p>It was set up for the people of another workspace. Sign in with an account of that workspace.</p>
          <SwitchAccount session={session} />
        </Frame>
      );
    default:
      return <DeadEnd />;
  }
}

/** A request that leads nowhere. No redirect: its address can no longer be trusted. */
export function DeadEnd({ children }: { children?: ReactNode }) {
  return (
    <Frame title="This request has expired">
      <p>{startAgain}</p>
      {children}
    </Frame>
  );
}

function SwitchAccount({ session }: { session: string }) {
  return (
    <form method="post" action={answerPath}>
      <input type="hidden" name="session" value={session} />
      <Button type="submit" name="intent" value="switch" size="lg" block>
        Use another account
      </Button>
    </form>
  );
}
