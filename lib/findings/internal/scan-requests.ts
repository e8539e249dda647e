import type { Finding } from "../finding";
import type { ScannableFile } from "./scannable";

export function scanRequests(_file: ScannableFile): Finding[] {
  return [];
}
