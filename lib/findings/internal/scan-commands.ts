import type { Finding } from "../finding";
import type { ScannableFile } from "./scannable";

export function scanCommands(_file: ScannableFile): Finding[] {
  return [];
}
