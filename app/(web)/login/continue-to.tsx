import { appName } from "@/app/(web)/_oauth/app-name";

/** For which app somebody signs in. */
export function ContinueTo({ app }: { app: string }) {
  return (
    <>
      to continue to <bdi className="font-semibold text-fg wrap-anywhere">{appName(app).shown}</bdi>
    </>
  );
}
