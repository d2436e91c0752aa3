/**
 * Whether an Accept field lets a media type through: of the ranges that match it the most exact one decides (RFC 9110, 12.5.1). No field
 * lets everything through.
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
