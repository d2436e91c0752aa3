/** No sheet is open. */
export default function NoSheet() {
  return null;
}
