import type { Finding } from "../finding";
import type { ScannableFile } from "./scannable";

export function scanHiddenText(_file: ScannableFile): Finding[] {
  return [];
}
