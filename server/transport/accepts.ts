/**
 * Whether an Accept field accepts a media type: the most specific matching range decides (RFC 9110, 12.5.1). An absent field accepts
 * everything.
 * @param type in lower case
 */
export function accepts(field: string | null, type: string): boolean {
  if (!field?.trim()) return true;
  const ranges = new Map(
    field
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim());
        return [range, parameters.every((parameter) => !/^q=0(?:\.0{0,3})?$/.test(parameter))];
      }),
  );
  const matching = [type, `${type.split("/", 1)[0]}/*`, "*/*"].find((range) => ranges.has(range));
  return matching !== undefined && ranges.get(matching) === true;
}
