const longest = 60;

/** Controls and direction marks could make a name read as something else. */
const shown = (name: string) => {
  const letters = Array.from(name.replace(/[\p{Cc}\p{Cf}]/gu, ""));
  return letters.length > longest ? `${letters.slice(0, longest).join("")}…` : letters.join("");
};

/** For which app somebody signs in. Anyone can register an app under any name, so it is plain text and no more. */
export function ContinueTo({ app }: { app: string }) {
  return (
    <>
      to continue to <strong className="font-semibold text-fg wrap-anywhere">{shown(app)}</strong>
    </>
  );
}
