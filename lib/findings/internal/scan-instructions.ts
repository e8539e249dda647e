import type { Finding } from "../finding";
import type { ScannableFile } from "./scannable";

export function scanInstructions(_file: ScannableFile): Finding[] {
  return [];
}
